/** Which thing a picture is being chosen for, in the dialog for it. */

import { text } from "../texts/text";
import type { SheetBlock } from "../wire/types";

export interface PictureWanted {
  readonly title: string;
  readonly purpose: "portrait" | "background";
  /** The character whose portrait it is. */
  readonly actor: string;
  /** The picture there is now. */
  readonly current: string;
  /** A file that was dropped. */
  readonly file: File | null;
  /** The command that shows this picture; without one, the thing has none any more. */
  command(image: string): Record<string, unknown>;
}

class PictureChooser {
  wanted = $state.raw<PictureWanted | null>(null);

  portrait(sheet: SheetBlock, file: File | null = null): void {
    this.wanted = {
      title: text("picture.portrait", { name: sheet.name }),
      purpose: "portrait",
      actor: sheet.actor,
      current: sheet.portrait,
      file,
      command: (image) => ({ type: "set-portrait", actor: sheet.actor, image }),
    };
  }

  /** For the scene being played, or for a prepared one. */
  background(title: string, current: string, file: File | null = null, scene = ""): void {
    this.wanted = {
      title: text("picture.background", { scene: title }),
      purpose: "background",
      actor: "",
      current,
      file,
      command: (image) => ({ type: "set-background", image, scene }),
    };
  }

  close(): void {
    this.wanted = null;
  }
}

export const pictureChooser = new PictureChooser();

/** Lets a file be dropped onto an element. */
export function takesPicture(take: ((file: File) => void) | null): (element: Element) => (() => void) | void {
  return (element) => {
    if (!take) return;
    const over = (event: Event): void => {
      if (!(event as DragEvent).dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      element.classList.add("dropping");
    };
    const out = (): void => element.classList.remove("dropping");
    const drop = (event: Event): void => {
      out();
      const file = (event as DragEvent).dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      take(file);
    };
    const listeners = { dragenter: over, dragover: over, dragleave: out, drop };
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener);
    };
  };
}
