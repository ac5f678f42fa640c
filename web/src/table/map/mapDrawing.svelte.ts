/** Drawing on the map: zones that are being drawn, moved, resized or joined, until the server has them. */

import { merged } from "../../offers/whereOffersGo";
import type { TableState } from "../../state/tableState.svelte";
import { text } from "../../texts/text";
import type { ZoneMapBlock, ZoneView } from "../../wire/types";
import { chooser } from "../dialogs/chooser.svelte";
import { asZone, borderOffers, isLargeEnough, rectangle, resized, valuesToJoin } from "./drawing";
import { follow } from "./follow";
import { besideOf, zoneAt, type Box, type Point } from "./layout";

/** A zone that was sent and has not been answered. */
interface Sent {
  readonly id: string;
  readonly box: Box;
}

export class MapDrawing {
  /** The rectangle under the pointer. */
  rectangle = $state.raw<Box | null>(null);
  /** The zone that waits for its name. */
  unnamed = $state.raw<Box | null>(null);
  /** Whether zones are drawn hidden. */
  isHidden = $state(false);
  /** The line from a zone to the pointer. */
  reaching = $state.raw<{ from: string; at: Point } | null>(null);
  over = $state("");
  /** Boxes of zones that are dragged, or were sent and are not confirmed. */
  held = $state.raw<Readonly<Record<string, Box>>>({});
  #sent = $state.raw<readonly Sent[]>([]);
  readonly #table: TableState;
  readonly #block: () => ZoneMapBlock;
  readonly #boxes: () => ReadonlyMap<string, Box>;
  readonly #pointAt: (event: PointerEvent) => Point;

  /** Zones on their way to the server. */
  readonly ghosts = $derived.by(() => {
    const waiting = new Set(this.#table.inFlight.map((entry) => entry.id));
    return this.#sent.filter((each) => waiting.has(each.id));
  });

  constructor(table: TableState, block: () => ZoneMapBlock, boxes: () => ReadonlyMap<string, Box>, pointAt: (event: PointerEvent) => Point) {
    this.#table = table;
    this.#block = block;
    this.#boxes = boxes;
    this.#pointAt = pointAt;
  }

  /** Draws a rectangle, which becomes a zone. */
  draw(event: PointerEvent): void {
    const from = this.#pointAt(event);
    follow(
      event,
      (next) => (this.rectangle = rectangle(from, this.#pointAt(next))),
      () => {
        const drawn = this.rectangle;
        this.rectangle = null;
        if (drawn && isLargeEnough(drawn)) this.unnamed = asZone(drawn);
      },
    );
  }

  /** Sends the zone that was drawn; without a name it gets a number. */
  name(words: string): void {
    const box = this.unnamed;
    const offer = this.#table.offersOfType("sketch-zone")[0];
    this.unnamed = null;
    if (!box || !offer) return;
    this.#pin();
    const shown = new Map([...this.#boxes()].filter(([id]) => this.#block().zones.some((zone) => zone.id === id && !zone.is_hidden)));
    const id = this.#table.send(offer, { name: words.trim(), next_to: besideOf(box, shown), is_hidden: this.isHidden, left: box.x, top: box.y, width: box.width, height: box.height });
    this.#sent = [...this.ghosts, { id, box }];
  }

  /** Drops the zone that waits for its name. */
  drop(): void {
    this.unnamed = null;
  }

  moveZone(event: PointerEvent, zone: ZoneView): void {
    event.stopPropagation();
    const box = this.#boxes().get(zone.id)!;
    const from = this.#pointAt(event);
    this.#change(event, zone, (at) => ({ ...box, x: Math.round(box.x + at.x - from.x), y: Math.round(box.y + at.y - from.y) }));
  }

  resizeZone(event: PointerEvent, zone: ZoneView): void {
    event.stopPropagation();
    const box = this.#boxes().get(zone.id)!;
    this.#change(event, zone, (at) => resized(box, at));
  }

  #change(event: PointerEvent, zone: ZoneView, changed: (at: Point) => Box): void {
    follow(
      event,
      (next) => (this.held = { ...this.#everywhere(), [zone.id]: changed(this.#pointAt(next)) }),
      (isFar) => {
        if (isFar) this.#putForAll(this.held);
        else this.held = {};
      },
    );
  }

  /** Draws a line to another zone, which joins the two. */
  reachOut(event: PointerEvent, zone: ZoneView): void {
    event.stopPropagation();
    follow(
      event,
      (next) => {
        const at = this.#pointAt(next);
        this.reaching = { from: zone.id, at };
        this.over = zoneAt(this.#boxes(), at) ?? "";
      },
      () => {
        const to = this.over;
        this.reaching = null;
        this.over = "";
        if (to && to !== zone.id) this.#join(zone, to);
      },
    );
  }

  #join(zone: ZoneView, to: string): void {
    this.#pin();
    const offered = borderOffers(this.#table.offers, zone.id, to);
    const isJoined = this.#block().borders.some((each) => (each.one_id === zone.id && each.other_id === to) || (each.one_id === to && each.other_id === zone.id));
    const clear = offered.map((placed) => ({ placed, values: valuesToJoin(placed) })).find((each) => each.values);
    // Drawing a line between zones that are joined already means changing that border.
    if (clear?.values && !isJoined) this.#table.press(clear.placed.offer, clear.values);
    else if (offered.length) {
      const name = this.#block().zones.find((each) => each.id === to)?.name ?? "";
      chooser.choose(text("map.between", { one: zone.name, other: name }), merged(offered));
    }
  }

  /** Forgets the boxes that the server has confirmed. */
  confirm(): void {
    const ids = Object.keys(this.held);
    const isConfirmed = (id: string): boolean => {
      const zone = this.#block().zones.find((each) => each.id === id);
      const box = this.held[id]!;
      return !zone || (zone.at?.[0] === box.x && zone.at[1] === box.y && (!zone.size || (zone.size[0] === box.width && zone.size[1] === box.height)));
    };
    if (ids.length && ids.every(isConfirmed)) this.held = {};
  }

  /** Zones that nobody has drawn stay where they are shown, whatever is added. */
  #pin(): void {
    this.#putForAll(this.#everywhere());
  }

  readonly #everywhere = (): Record<string, Box> => Object.fromEntries(this.#boxes());

  #putForAll(boxes: Readonly<Record<string, Box>>): void {
    const offer = this.#table.offersOfType("put-zone")[0];
    if (!offer) return;
    const changed: Record<string, Box> = {};
    for (const zone of this.#block().zones) {
      const found = boxes[zone.id];
      if (!found) continue;
      const box = { x: Math.round(found.x), y: Math.round(found.y), width: Math.round(found.width), height: Math.round(found.height) };
      if (zone.at?.[0] === box.x && zone.at[1] === box.y && zone.size?.[0] === box.width && zone.size[1] === box.height) continue;
      changed[zone.id] = box;
      this.#table.send(offer, { zone: zone.id, left: box.x, top: box.y, width: box.width, height: box.height });
    }
    this.held = changed;
  }
}
