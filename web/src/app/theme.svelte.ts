/** The theme: light, dark or as the system, and the accent colour of the ruleset. */

export type ThemeSetting = "auto" | "light" | "dark";

/** The colours of the paper in `theme.css`, for the frame that the system draws around the page. */
const FRAME_COLOURS = { light: "#fbf7ee", dark: "#211f1c" };
const STORAGE_KEY = "fatetable.theme";
const system = window.matchMedia?.("(prefers-color-scheme: dark)");

class Theme {
  setting = $state<ThemeSetting>(stored());
  #isDarkBySystem = $state(system?.matches ?? false);
  readonly shown = $derived(this.setting === "auto" ? (this.#isDarkBySystem ? "dark" : "light") : this.setting);

  constructor() {
    system?.addEventListener("change", (event) => {
      this.#isDarkBySystem = event.matches;
      this.apply();
    });
    this.apply();
  }

  choose(setting: ThemeSetting): void {
    this.setting = setting;
    localStorage.setItem(STORAGE_KEY, setting);
    this.apply();
  }

  apply(): void {
    document.documentElement.dataset["theme"] = this.shown;
    for (const frame of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) frame.content = FRAME_COLOURS[this.shown];
  }
}

function stored(): ThemeSetting {
  const setting = localStorage.getItem(STORAGE_KEY);
  return setting === "light" || setting === "dark" ? setting : "auto";
}

export const theme = new Theme();

/** Sets the accent colour of the page; without one, the default. */
export function useAccent(accent: string | undefined): void {
  const root = document.documentElement;
  if (accent && /^#[0-9a-f]{6}$/i.test(accent)) root.style.setProperty("--accent-hue", accent);
  else root.style.removeProperty("--accent-hue");
}
