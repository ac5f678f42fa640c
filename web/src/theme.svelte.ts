/** Light or dark, and the colour of the game that is played. */

export type Wish = "auto" | "light" | "dark";

const PLACE = "fatetable.theme";
const system = window.matchMedia?.("(prefers-color-scheme: dark)");

class Theme {
  wish = $state<Wish>(stored());
  #isDarkBySystem = $state(system?.matches ?? false);
  readonly shown = $derived(this.wish === "auto" ? (this.#isDarkBySystem ? "dark" : "light") : this.wish);

  constructor() {
    system?.addEventListener("change", (event) => {
      this.#isDarkBySystem = event.matches;
      this.apply();
    });
    this.apply();
  }

  choose(wish: Wish): void {
    this.wish = wish;
    localStorage.setItem(PLACE, wish);
    this.apply();
  }

  apply(): void {
    document.documentElement.dataset["theme"] = this.shown;
  }
}

function stored(): Wish {
  const wish = localStorage.getItem(PLACE);
  return wish === "light" || wish === "dark" ? wish : "auto";
}

export const theme = new Theme();

/** Gives the whole page the colour of a game, or its own again. */
export function useAccent(accent: string | undefined): void {
  const root = document.documentElement;
  if (accent && /^#[0-9a-f]{6}$/i.test(accent)) root.style.setProperty("--accent-hue", accent);
  else root.style.removeProperty("--accent-hue");
}
