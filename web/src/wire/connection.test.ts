import { beforeEach, describe, expect, test } from "vitest";

import { Connection, SILENCE, socketAddress, STALL, type Environment, type InFlight, type Status } from "./connection";
import { VERSION, type FromPage, type ToPage, type Welcome } from "./types";

/** A fake socket; the test plays the server. */
class FakeSocket {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  heard: FromPage[] = [];

  send(text: string) {
    this.heard.push(JSON.parse(text) as FromPage);
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  answers() {
    this.readyState = 1;
    this.onopen?.();
  }
  says(message: ToPage) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const WELCOME: Welcome = {
  t: "welcome", version: VERSION, table: "t", title: "A quay", art: "quay", ruleset: "r", ruleset_title: "R", lexicon: {},
  seat: "ana", role: "player", commitment: "", dials: {}, content: {}, fresh: true,
};

class Room {
  ends: FakeSocket[] = [];
  timers: { id: number; run: () => void; after: number }[] = [];
  timerIds = 0;
  kept = new Map<string, string>();
  statuses: Status[] = [];
  heard: ToPage[] = [];
  waiting: readonly InFlight[] = [];
  ids = 0;

  environment: Environment = {
    open: () => {
      const end = new FakeSocket();
      this.ends.push(end);
      return end as unknown as WebSocket;
    },
    storage: {
      getItem: (name) => this.kept.get(name) ?? null,
      setItem: (name, value) => void this.kept.set(name, value),
      removeItem: (name) => void this.kept.delete(name),
    },
    setTimer: (run, after) => {
      this.timers.push({ id: ++this.timerIds, run, after });
      return this.timerIds;
    },
    clearTimer: (timer) => void (this.timers = this.timers.filter(({ id }) => id !== timer)),
    random: () => 1,
    newId: () => `id-${++this.ids}`,
  };

  connect(): Connection {
    const connection = new Connection("KEY", "ws://table/ws", {
      onMessage: (message) => this.heard.push(message),
      onStatus: (status) => this.statuses.push(status),
      onInFlight: (waiting) => (this.waiting = waiting),
    }, this.environment);
    connection.start();
    return connection;
  }
  get end(): FakeSocket {
    return this.ends.at(-1)!;
  }
  welcomed(): Connection {
    const connection = this.connect();
    this.end.answers();
    this.end.says(WELCOME);
    return connection;
  }
  sent(type: FromPage["t"]): FromPage[] {
    return this.end.heard.filter((message) => message.t === type);
  }
}

describe("a connection", () => {
  let room: Room;
  beforeEach(() => {
    room = new Room();
  });

  test("says first whose seat it is and what it has seen", () => {
    room.connect();
    room.end.answers();
    expect(room.end.heard).toEqual([{ t: "hello", key: "KEY", after: 0, role: "", version: VERSION }]);
  });

  test("sends nothing else before it is welcome", () => {
    const connection = room.connect();
    room.end.answers();
    connection.do({ type: "wave" });
    expect(room.sent("do")).toEqual([]);
    room.end.says(WELCOME);
    expect(room.sent("do")).toEqual([{ t: "do", id: "id-1", command: { type: "wave" }, seat: "" }]);
  });

  test("shows a command as being on its way until it is answered", () => {
    const connection = room.welcomed();
    connection.do({ type: "wave" }, "offer-1");
    expect(room.waiting.map((entry) => entry.about)).toEqual(["offer-1"]);
    room.end.says({ t: "done", id: "id-1", seq: 4 });
    expect(room.waiting).toEqual([]);
    expect(room.kept.size).toBe(0);
  });

  test("sends a command again under the same id after the line was lost", () => {
    const connection = room.welcomed();
    connection.do({ type: "wave" });
    room.end.close();
    room.timers.at(-1)!.run();
    room.end.answers();
    room.end.says(WELCOME);
    expect(room.sent("do")).toEqual([{ t: "do", id: "id-1", command: { type: "wave" }, seat: "" }]);
  });

  test("sends a command again after the page was loaded anew", () => {
    room.welcomed().do({ type: "wave" });
    const later = new Room();
    later.kept = room.kept;
    later.welcomed();
    expect(later.sent("do")).toHaveLength(1);
    expect(later.waiting).toHaveLength(1);
  });

  test("does not send again what was refused", () => {
    const connection = room.welcomed();
    connection.do({ type: "wave" });
    room.end.says({ t: "refused", id: "id-1", code: "no", message: "No." });
    room.end.close();
    room.timers.at(-1)!.run();
    room.end.answers();
    room.end.says(WELCOME);
    expect(room.sent("do")).toEqual([]);
  });

  test("comes back from where it was", () => {
    room.welcomed();
    room.end.says({ t: "patch", seq: 17 });
    room.end.close();
    room.timers.at(-1)!.run();
    room.end.answers();
    expect(room.end.heard[0]).toMatchObject({ t: "hello", after: 17 });
  });

  test("waits longer after each failure, and briefly again once it was welcome", () => {
    room.connect();
    for (let time = 0; time < 9; time++) {
      room.end.close();
      room.timers.at(-1)!.run();
    }
    const waits = room.timers.map((timer) => timer.after);
    expect(waits.slice(0, 3)).toEqual([500, 1_000, 2_000]);
    expect(Math.max(...waits)).toBe(15_000);
    room.end.answers();
    room.end.says(WELCOME);
    room.end.close();
    expect(room.timers.at(-1)!.after).toBe(500);
  });

  test("says that the line is lost, and when it is back", () => {
    room.welcomed();
    room.end.close();
    room.timers.at(-1)!.run();
    room.end.answers();
    room.end.says(WELCOME);
    expect(room.statuses).toEqual(["live", "lost", "connecting", "live"]);
  });

  test("counts as lost when a command stays without any message, and sends it again", () => {
    room.welcomed().do({ type: "wave" });
    const silent = room.end;
    room.timers.find((timer) => timer.after === STALL)!.run();
    expect(silent.readyState).toBe(3);
    expect(room.statuses).toEqual(["live", "lost"]);
    room.timers.at(-1)!.run();
    room.end.answers();
    room.end.says(WELCOME);
    expect(room.sent("do")).toMatchObject([{ id: "id-1" }]);
  });

  test("asks for a sign of life after a silence, and any message is one", () => {
    room.welcomed();
    room.timers.find((timer) => timer.after === SILENCE)!.run();
    expect(room.sent("ask-odds")).toMatchObject([{ offers: [] }]);
    room.end.says({ t: "odds", id: "id-1", odds: {} });
    expect(room.timers.map((timer) => timer.after)).toEqual([SILENCE]);
    expect(room.statuses).toEqual(["live"]);
  });

  test("comes back after a goodbye that allows it, and not after any other", () => {
    room.welcomed();
    room.end.says({ t: "goodbye", code: "stalled", message: "Too slow.", may_return: true, table: "" });
    expect(room.statuses.at(-1)).toBe("lost");
    expect(room.timers).toHaveLength(1);

    const other = new Room();
    other.welcomed();
    other.end.says({ t: "goodbye", code: "seat-moved", message: "Moved.", may_return: false, table: "" });
    expect(other.statuses.at(-1)).toBe("over");
    expect(other.timers).toEqual([]);
  });

  test("asks for a new page when the server speaks another version", () => {
    room.connect();
    room.end.answers();
    room.end.says({ ...WELCOME, version: VERSION + 1 });
    expect(room.statuses).toEqual(["outdated"]);
    expect(room.heard).toEqual([]);
  });

  test("goes on standing in for somebody after the line was lost", () => {
    room.welcomed().standIn("bo");
    room.end.close();
    room.timers.at(-1)!.run();
    room.end.answers();
    room.end.says(WELCOME);
    expect(room.sent("stand-in")).toEqual([{ t: "stand-in", seat: "bo" }]);
  });

  test("starts with an empty outbox where the stored one cannot be read", () => {
    room.kept.set("fatetable.outbox.KEY", "{");
    room.welcomed();
    expect(room.waiting).toEqual([]);
  });
});

test("a page that is told its table connects again at once, and names it", () => {
  const room = new Room();
  const addresses: string[] = [];
  const { open } = room.environment;
  room.environment.open = (address) => {
    addresses.push(address);
    return open(address);
  };
  room.connect();
  room.ends[0]!.answers();
  room.ends[0]!.says({ t: "goodbye", code: "played-elsewhere", message: "Connect again.", may_return: true, table: "a&b" });
  expect(addresses).toEqual(["ws://table/ws", "ws://table/ws?table=a%26b"]);
  expect(room.statuses).toEqual([]);
  room.ends[1]!.answers();
  expect(room.ends[1]!.heard[0]).toMatchObject({ t: "hello", key: "KEY" });
});

test("the socket is as secure as the page", () => {
  expect(socketAddress({ protocol: "https:", host: "a.example" })).toBe("wss://a.example/ws");
  expect(socketAddress({ protocol: "http:", host: "localhost:8420" })).toBe("ws://localhost:8420/ws");
});
