// boardgame.io's own server with a game of five people who roll four Fate dice against a difficulty.
// Its state is kept in memory and sent to every player with what is secret left out.

const { Server } = require("boardgame.io/server");
const { ActivePlayers } = require("boardgame.io/core");

const LADDER = ["Terrible", "Poor", "Mediocre", "Average", "Fair", "Good", "Great", "Superb", "Fantastic", "Epic", "Legendary"];
const TRAITS = { careful: 1, clever: 2, flashy: 1, forceful: 0, quick: 3, sneaky: 2 };

function character(number) {
  return {
    name: `Character ${number}`,
    aspects: ["High Concept of Somebody", "Trouble That Follows Them", "An Old Friend", "A Promise Kept", "Never Gives Up"],
    traits: { ...TRAITS },
    stunts: [
      { name: "Better Than Most", text: "Because I practised, I get +2 when I Quickly overcome obstacles on foot." },
      { name: "Once a Day", text: "Because I am lucky, once per session I can do something nobody expected." },
    ],
    points: 3,
    stress: [false, false, false],
    consequences: ["", "", ""],
  };
}

const Rolls = {
  name: "rolls",
  minPlayers: 5,
  maxPlayers: 5,
  setup: () => ({
    characters: [0, 1, 2, 3, 4].map(character),
    scene: { title: "Load", aspects: ["Slick Wet Planks", "Stacked Powder Kegs"] },
    secret: { aspects: ["Held by a Single Slip Knot"] },
    rolls: [],
  }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    roll: {
      move: ({ G, random, playerID }, trait, difficulty, description) => {
        const faces = [0, 1, 2, 3].map(() => random.Die(3) - 2);
        const rating = G.characters[Number(playerID)].traits[trait];
        if (rating === undefined) return "INVALID_MOVE";
        const total = faces.reduce((sum, face) => sum + face, rating);
        const margin = total - difficulty;
        const outcome = margin < 0 ? "fail" : margin === 0 ? "tie" : margin < 3 ? "succeed" : "style";
        const word = LADDER[Math.max(0, Math.min(LADDER.length - 1, total + 2))];
        G.rolls.push({ playerID, trait, description, faces, rating, total, word, difficulty, margin, outcome });
        if (G.rolls.length > 10) G.rolls.shift();
      },
      client: false,
    },
  },
  playerView: ({ G, playerID }) => (playerID === "0" ? G : { ...G, secret: undefined }),
};

const server = Server({ games: [Rolls], origins: ["*"] });
server.run({ port: Number(process.argv[2]) }, () => console.log("ready"));
