// The load on boardgame.io's server: tables of five at which people roll one after the other.
// A table comes into being when the first of them connects.
// Prints a line of JSON when everybody sits, and another for each line it is given: see load.py.

const readline = require("node:readline");
const { io } = require("socket.io-client");

const [port, tables] = process.argv.slice(2).map(Number);
const PLAYERS = 5;

class Game {
  constructor(matchID) {
    this.matchID = matchID;
    this.sockets = [];
    this.stateID = 0;
    this.seen = new Array(PLAYERS).fill(0);
    this.started = new Map();
    this.latencies = [];
    this.moves = 0;
    this.turn = 0;
    this.waiting = null;
    this.queue = Promise.resolve();
  }

  async connect() {
    for (let player = 0; player < PLAYERS; player++) {
      const socket = io(`http://127.0.0.1:${port}/rolls`, { transports: ["websocket"], forceNew: true });
      this.sockets.push(socket);
      socket.on("update", (_matchID, state) => this.saw(player, state._stateID));
      await new Promise((resolve) => {
        socket.on("sync", (_matchID, sync) => {
          this.saw(player, sync.state._stateID);
          resolve();
        });
        socket.on("connect", () =>
          socket.emit("sync", this.matchID, String(player), undefined, PLAYERS),
        );
      });
    }
  }

  saw(player, stateID) {
    this.seen[player] = Math.max(this.seen[player], stateID);
    for (const [id, start] of this.started) {
      if (this.seen.every((known) => known >= id)) {
        this.latencies.push(performance.now() - start);
        this.started.delete(id);
      }
    }
    if (stateID > this.stateID) {
      this.stateID = stateID;
      this.moves += 1;
      if (this.waiting) this.waiting();
    }
  }

  roll(due) {
    const player = String(this.turn++ % PLAYERS);
    this.started.set(this.stateID + 1, due ?? performance.now());
    const payload = {
      type: "roll",
      args: ["quick", 2, "makes a dash for it"],
      playerID: player,
    };
    const heard = new Promise((resolve) => (this.waiting = resolve));
    this.sockets[Number(player)].emit("update", { type: "MAKE_MOVE", payload }, this.stateID, this.matchID, player);
    return heard;
  }
}

async function saturate(games, seconds) {
  const start = performance.now();
  const end = start + seconds * 1000;
  const before = games.reduce((sum, game) => sum + game.moves, 0);
  await Promise.all(
    games.map(async (game) => {
      while (performance.now() < end) await game.roll();
    }),
  );
  return (games.reduce((sum, game) => sum + game.moves, 0) - before) / ((performance.now() - start) / 1000);
}

async function pace(games, rate, seconds) {
  for (const game of games) game.latencies = [];
  const start = performance.now();
  for (let count = 0; count < rate * seconds; count++) {
    const due = start + (count / rate) * 1000;
    const delay = due - performance.now();
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    const game = games[count % games.length];
    game.queue = game.queue.then(() => game.roll(due));
  }
  await Promise.all(games.map((game) => game.queue));
  await new Promise((resolve) => setTimeout(resolve, 200));
  return games.flatMap((game) => game.latencies).sort((a, b) => a - b);
}

(async () => {
  const games = [];
  for (let number = 0; number < tables; number++) {
    const game = new Game(`table-${number}`);
    await game.connect();
    games.push(game);
  }
  const moves = () => games.reduce((sum, game) => sum + game.moves, 0);
  console.log(JSON.stringify({ seats: tables * PLAYERS }));
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [kind, ...numbers] = line.split(" ");
    const [seconds, rate] = numbers.map(Number);
    if (kind === "saturate") {
      const done = moves();
      const perSecond = await saturate(games, seconds);
      console.log(JSON.stringify({ commands: moves() - done, per_second: perSecond }));
    } else {
      const latencies = await pace(games, rate, seconds);
      const at = (share) =>
        Math.round(100 * latencies[Math.min(latencies.length - 1, Math.floor((latencies.length * share) / 100))]) / 100;
      console.log(JSON.stringify({ 50: at(50), 90: at(90), 99: at(99) }));
    }
  }
  process.exit(0);
})();
