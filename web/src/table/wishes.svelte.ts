/** What one person prefers on their own screen: kept in their browser, told to nobody. */

const PLACE = "fatetable.wishes";

interface Kept {
  odds: boolean;
}

function stored(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Kept>;
    return { odds: kept.odds ?? true };
  } catch {
    return { odds: true };
  }
}

class Wishes {
  odds = $state(stored().odds);

  showOdds(shown: boolean): void {
    this.odds = shown;
    localStorage.setItem(PLACE, JSON.stringify({ odds: shown } satisfies Kept));
  }
}

export const wishes = new Wishes();
