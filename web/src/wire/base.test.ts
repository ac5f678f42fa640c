import { expect, test } from "vitest";

import { folderOf, onServer } from "./base";

test("the server is where the page is", () => {
  expect(["/", "/index.html", "/fate/", "/games/fate/index.html"].map((pathname) => folderOf({ pathname }))).toEqual(["/", "/", "/fate/", "/games/fate/"]);
  expect(onServer("/api/tables")).toBe("/api/tables");
});
