/** The name the user gave last, as a suggestion for the next table. */

const STORAGE_KEY = "fatetable.name";

export const myName = {
  get: (): string => localStorage.getItem(STORAGE_KEY) ?? "",
  set: (name: string): void => localStorage.setItem(STORAGE_KEY, name),
};
