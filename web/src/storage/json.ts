/** Values kept as JSON in the browser's local storage. */

/** The value of a key, or `otherwise` where there is none or it cannot be read. */
export function readJson<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** False if the browser stores nothing: in a private window, or without space left. */
export function writeJson(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
