/** Whether this browser wants sounds; off until somebody switches them on.  The player is loaded with the first one. */

import type { SoundPlayer } from "./soundPlayer";

const STORAGE_KEY = "fatetable.sound";

class Sound {
  isOn = $state(localStorage.getItem(STORAGE_KEY) === "on");

  toggle(): void {
    this.isOn = !this.isOn;
    localStorage.setItem(STORAGE_KEY, this.isOn ? "on" : "off");
    this.play((player) => player.dice(4));
  }

  play(what: (player: SoundPlayer) => void): void {
    // Before anybody has pressed anything, browsers would hold the sound back and play it later.
    if (!this.isOn || navigator.userActivation?.hasBeenActive === false) return;
    void import("./soundPlayer").then(({ soundPlayer }) => what(soundPlayer)).catch(() => undefined);
  }
}

export const sound = new Sound();
