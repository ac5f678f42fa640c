/** The key that opening a table takes on some servers, as this browser knows it. */

const STORAGE_KEY = "fatetable.hostKey";

class HostKey {
  #key = $state(localStorage.getItem(STORAGE_KEY) ?? "");

  get value(): string {
    return this.#key;
  }

  set value(key: string) {
    this.#key = key.trim();
    localStorage.setItem(STORAGE_KEY, this.#key);
  }
}

export const hostKey = new HostKey();
