/** Which page is shown: a path in the fragment, so that a table survives a reload and no server has to know paths. */

import { arriving } from "./remembered";

export type Route =
  | { page: "lobby" }
  | { page: "open"; ruleset: string; scene: string }
  | { page: "join" }
  | { page: "seat" }
  | { page: "table"; table: string; seat: string }
  | { page: "build"; ruleset: string }
  | { page: "nowhere" };

/** What a fragment means; one that carries a key is taken in by `takeKey` before it gets here. */
export function routeOf(fragment: string): Route {
  const [page = "", ...rest] = fragment.replace(/^#?\/?/, "").split("/").map(decoded);
  switch (page) {
    case "":
      return { page: "lobby" };
    case "open":
      return { page: "open", ruleset: rest[0] ?? "", scene: rest[1] ?? "" };
    case "join":
    case "seat":
      return { page };
    case "table":
      return rest[0] && rest[1] ? { page: "table", table: rest[0], seat: rest[1] } : { page: "nowhere" };
    case "build":
      return { page: "build", ruleset: rest[0] ?? "" };
    default:
      return { page: "nowhere" };
  }
}

/** Where to go with the key in a link's fragment, if it has one; the key itself is put away. */
export function takeKey(fragment: string): string | null {
  const found = /^#(seat|join)=([A-Za-z0-9_~.-]+)$/.exec(fragment);
  if (!found) return null;
  const kind = found[1] as "seat" | "join";
  arriving.put(kind, found[2]!);
  return `#/${kind}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  route = $state.raw<Route>({ page: "lobby" });
  /** Counts arrivals by link, so that a second link to another seat opens that seat. */
  arrivals = $state(0);

  constructor() {
    window.addEventListener("hashchange", () => this.read());
    this.read();
  }

  read(): void {
    const inside = takeKey(location.hash);
    if (inside) {
      // The key must not stay in the address bar, in the history, or on a shared screen.
      history.replaceState(null, "", inside);
      this.arrivals += 1;
    }
    this.route = routeOf(location.hash);
    document.scrollingElement?.scrollTo?.(0, 0);
  }

  go(...parts: string[]): void {
    location.hash = `#/${parts.map(encodeURIComponent).join("/")}`;
  }

  /** Like `go`, without a step in the browser's history. */
  replace(...parts: string[]): void {
    history.replaceState(null, "", `#/${parts.map(encodeURIComponent).join("/")}`);
    this.route = routeOf(location.hash);
  }
}

export const router = new Router();

export function href(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}
