/** Who is with whom, from where the viewer stands, and a token in words. */

import { text } from "../../texts/text";
import type { SheetBlock, TokenView } from "../../wire/types";

export type Relation = "friend" | "foe" | "neutral";

type Sided = Pick<SheetBlock, "is_pc" | "is_mine"> & { readonly side?: string };

/** The side of the viewer's own character; for anybody else that of the players' characters. */
export function homeSide(sheets: readonly Sided[]): string {
  const heroes = sheets.filter((sheet) => sheet.is_pc && sheet.side);
  return (heroes.find((sheet) => sheet.is_mine) ?? heroes[0])?.side ?? "";
}

export function relationTo(home: string, side: string | undefined): Relation {
  if (!side || !home) return "neutral";
  return side === home ? "friend" : "foe";
}

/** What a token shows besides its name: "with Reth, ally, 5 of 6 stand". */
export function tokenWords(relation: Relation, token: Pick<TokenView, "standing" | "size" | "patron">): string {
  const { standing = 1, size = 1, patron = "" } = token;
  const side = relation === "neutral" ? "" : text(relation === "friend" ? "token.friend" : "token.foe");
  return [patron && text("token.patron", { name: patron }), side, size > 1 ? text("token.standing", { standing, size }) : ""].filter(Boolean).join(", ");
}
