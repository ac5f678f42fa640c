/** The name somebody gave last, so that they need not type it at every table. */

const PLACE = "fatetable.name";

export const myName = {
  get: (): string => localStorage.getItem(PLACE) ?? "",
  set: (name: string): void => localStorage.setItem(PLACE, name),
};
