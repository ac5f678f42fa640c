/** The part of the map that is in sight: it is moved and zoomed by hand, and never moves by itself. */

import { bounds, type Box, type Point } from "./layout";

/** What is shown of a map that has no zones yet. */
const CANVAS: Box = { x: 0, y: 0, width: 900, height: 514 };

/** The shape of the frame: how much wider than high it is. */
const SHAPE = { least: 1.35, most: 3.2, toDraw: 1.75, small: 1.7 };

/** Zoomed in as far as possible, so much is in sight. */
const NEAREST = 260;

const MARGIN = 24;

export class Viewport {
  #corner = $state.raw<Point>({ x: 0, y: 0 });
  #width = $state(CANVAS.width);
  #shape = $state(SHAPE.toDraw);
  /** While zones are drawn, the frame is higher. */
  draws = $state(false);
  /** On a phone the frame is higher, so that there is room for fingers. */
  isSmall = $state(false);
  /** Where the fingers on the map are, by the id of their pointer. */
  readonly #fingers = new Map<number, Point>();

  readonly shape = $derived(this.isSmall ? Math.min(this.#shape, SHAPE.small) : this.draws ? Math.min(this.#shape, SHAPE.toDraw) : this.#shape);
  readonly box: Box = $derived({ ...this.#corner, width: this.#width, height: this.#width / this.shape });

  get isPinched(): boolean {
    return this.#fingers.size > 1;
  }

  /** Shows everything.  A map that has hardly been begun is shown with room for what will be drawn. */
  fit(boxes: readonly Box[]): void {
    const whole = boxes.length > 1 ? bounds(boxes, MARGIN) : bounds([CANVAS, ...boxes], 0);
    this.#shape = Math.min(Math.max(whole.width / whole.height, SHAPE.least), SHAPE.most);
    this.#width = Math.max(whole.width, whole.height * this.shape);
    const height = this.#width / this.shape;
    this.#corner = { x: whole.x - (this.#width - whole.width) / 2, y: whole.y - (height - whole.height) / 2 };
  }

  /** Moves what is in sight, but never out of sight of the map. */
  moveTo(corner: Point, whole: Box): void {
    const { width, height } = this.box;
    this.#corner = {
      x: Math.min(Math.max(corner.x, whole.x - width * 0.6), whole.x + whole.width - width * 0.4),
      y: Math.min(Math.max(corner.y, whole.y - height * 0.6), whole.y + whole.height - height * 0.4),
    };
  }

  moveBy(by: Point, whole: Box): void {
    this.moveTo({ x: this.#corner.x + by.x, y: this.#corner.y + by.y }, whole);
  }

  /** Zooms; the point stays where it is on the screen. */
  zoom(factor: number, whole: Box, about?: Point): void {
    const { x, y, width, height } = this.box;
    const fixed = about ?? { x: x + width / 2, y: y + height / 2 };
    this.#width = Math.min(Math.max(width * factor, NEAREST), Math.max(whole.width, whole.height * this.shape, CANVAS.width) * 2);
    const share = this.#width / width;
    this.moveTo({ x: fixed.x - (fixed.x - x) * share, y: fixed.y - (fixed.y - y) * share }, whole);
  }

  // -- two fingers ----------------------------------------------------------------------------------------------------

  touch(event: PointerEvent): void {
    if (event.pointerType === "touch") this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  lift(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
  }

  /** Two fingers zoom by their distance, and move by their middle. */
  pinch(event: PointerEvent, whole: Box, pointAt: (at: Point) => Point, unit: number): void {
    const own = this.#fingers.get(event.pointerId);
    if (!own) return;
    const now = { x: event.clientX, y: event.clientY };
    this.#fingers.set(event.pointerId, now);
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const before = Math.max(20, Math.hypot(own.x - other.x, own.y - other.y));
    const after = Math.max(20, Math.hypot(now.x - other.x, now.y - other.y));
    this.zoom(before / after, whole, pointAt({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }));
    this.moveBy({ x: ((own.x - now.x) / 2) * unit, y: ((own.y - now.y) / 2) * unit }, whole);
  }
}
