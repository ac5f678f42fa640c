/**
 * Opens a dialog above the page with the focus in its first field; the function returned closes it and gives the focus
 * back to where it was.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement;
  dialog.showModal();
  firstControl(dialog.querySelector(".body"))?.focus();
  return () => {
    dialog.close();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
}

const FIELDS = "input:not([type=hidden]), textarea, select";

/** The field to start with: the first one, of radio buttons the one that is checked; without fields the first button. */
export function firstControl(body: Element | null): HTMLElement | null {
  const field = body?.querySelector<HTMLElement>(FIELDS);
  if (!body || !field) return body?.querySelector<HTMLElement>("button:not([disabled]), a[href]") ?? null;
  if (!(field instanceof HTMLInputElement) || field.type !== "radio") return field;
  return [...body.querySelectorAll<HTMLInputElement>("input[type=radio]")].find((each) => each.name === field.name && each.checked) ?? field;
}
