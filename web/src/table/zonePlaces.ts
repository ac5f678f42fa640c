/** Where somebody has put zones by hand, remembered in their browser for each table. */

import type { Point } from "./layout";

export interface Places {
  read(): Record<string, Point>;
  keep(moved: Record<string, Point>): void;
}

export function zonePlaces(table: string): Places {
  const place = `fatetable.zones.${table}`;
  return {
    read() {
      try {
        return JSON.parse(localStorage.getItem(place) ?? "{}") as Record<string, Point>;
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
