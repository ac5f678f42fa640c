/** Something that opens while one hovers over it, reaches it with the keyboard, or has pressed it. */

export class Peek {
  isPressed = $state(false);
  #isHovered = $state(false);
  #isReached = $state(false);
  readonly isOpen = $derived(this.isPressed || this.#isHovered || this.#isReached);

  press = (): void => {
    this.isPressed = !this.isPressed;
  };

  /** A finger hovers nowhere: for it only pressing counts. */
  hover = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") this.#isHovered = event.type === "pointerenter";
  };

  /** A press brings focus along as well, and is to close again what it has opened. */
  reach = (event: FocusEvent): void => {
    if ((event.target as HTMLElement).matches(":focus-visible")) this.#isReached = true;
  };

  leave = (event: FocusEvent & { currentTarget: HTMLElement }): void => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) this.#isReached = this.isPressed = false;
  };

  escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.isOpen) return;
    event.stopPropagation();
    this.isPressed = this.#isHovered = this.#isReached = false;
  };
}
