/** The folder that this page was opened in: `/`, or the path under which a proxy serves it, such as `/fate/`. */
export const base = folderOf(location);

export function folderOf(at: Pick<Location, "pathname">): string {
  return at.pathname.slice(0, at.pathname.lastIndexOf("/") + 1);
}

/** The address of something on the server, such as `/api/tables`. */
export function onServer(path: string): string {
  return base + path.slice(1);
}
