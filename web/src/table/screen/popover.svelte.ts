/** Whether a popover is open: while its owner is hovered over, has the keyboard focus, or was pressed. */

export class Popover {
  isPressed = $state(false);
  #isHovered = $state(false);
  #isFocused = $state(false);
  readonly isOpen = $derived(this.isPressed || this.#isHovered || this.#isFocused);

  toggle = (): void => {
    this.isPressed = !this.isPressed;
  };

  /** Only a mouse hovers; touching an element would open and close it at once. */
  hover = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") this.#isHovered = event.type === "pointerenter";
  };

  /** Only focus by keyboard opens it: a press focuses too, and has to be able to close it again. */
  focus = (event: FocusEvent): void => {
    if ((event.target as HTMLElement).matches(":focus-visible")) this.#isFocused = true;
  };

  blur = (event: FocusEvent & { currentTarget: HTMLElement }): void => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) this.#isFocused = this.isPressed = false;
  };

  escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.isOpen) return;
    event.stopPropagation();
    this.isPressed = this.#isHovered = this.#isFocused = false;
  };
}
