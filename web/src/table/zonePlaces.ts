/** Where somebody has put zones by hand, by the number of columns, remembered in their browser for each table. */

import type { Point } from "./layout";

type ByHand = Record<number, Record<string, Point>>;

export interface Places {
  read(): ByHand;
  keep(moved: ByHand): void;
}

export function zonePlaces(table: string): Places {
  const place = `fatetable.zones.${table}`;
  return {
    read() {
      try {
        return JSON.parse(localStorage.getItem(place) ?? "{}") as ByHand;
      } catch {
        return {};
      }
    },
    keep(moved) {
      if (Object.keys(moved).length) localStorage.setItem(place, JSON.stringify(moved));
      else localStorage.removeItem(place);
    },
  };
}
