/** The router.  The route is the fragment of the address, so a reload keeps it and the server needs no routes. */

import { arrivingKey } from "../storage/seats";

export type Route =
  | { page: "lobby" }
  | { page: "open"; ruleset: string; scene: string }
  | { page: "join" }
  | { page: "seat" }
  | { page: "table"; table: string; seat: string }
  | { page: "build"; ruleset: string }
  | { page: "nowhere" };

/** The route of a fragment; `takeKey` has removed any key before. */
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

/** Stores the key in a fragment such as `#seat=…` and returns the fragment to show instead; null if there is no key. */
export function takeKey(fragment: string): string | null {
  const found = /^#(seat|join)=([A-Za-z0-9_~.-]+)$/.exec(fragment);
  if (!found) return null;
  const kind = found[1] as "seat" | "join";
  arrivingKey.put(kind, found[2]!);
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
  /** Counts links that were opened, so that a second link opens its own seat. */
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

  /** Like `go`, without an entry in the browser's history. */
  replace(...parts: string[]): void {
    history.replaceState(null, "", `#/${parts.map(encodeURIComponent).join("/")}`);
    this.route = routeOf(location.hash);
  }
}

export const router = new Router();

/** The link to a route. */
export function href(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}
