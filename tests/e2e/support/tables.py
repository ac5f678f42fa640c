"""Tables with everybody around them, as several tests need them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from playwright.sync_api import Locator, Page

from fatetable import rulesets
from fatetable.mechanics.book.pace import BY_HAND
from tests.e2e.support.browsing import WIDE, Visitor
from tests.e2e.support.driving import Glance, Group, Seat
from tests.e2e.support.serving import Serving

Visit = Callable[..., Visitor]

PLAYERS = ("Ana", "Bo")


class Scene(Struct, frozen=True):
    """A ready-made scene, and which of its characters each player takes."""

    title: str
    ruleset: str
    name: str
    characters: dict[str, str]


QUAY = Scene("A fight on the quay", "fae", "fight-on-the-quay", {"Ana": "Reth", "Bo": "Voltaire"})
BATTLE = Scene(
    "The battle of the marches",
    "skein",
    "battle-of-the-marches",
    {"Ana": "Brannoc of the Ford", "Bo": "Mother Hesk"},
)


class Table(Group):
    """A game master and two players, each in a browser of their own; `seats` says which of the players come.

    They come through the lobby and by invitation, or, where the way there is not what is tried, by links to their seats
    from the `server`.  With `by_hand`, almost nothing happens by itself, so that a test can stop at every step.
    """

    def __init__(
        self,
        visit: Visit,
        scene: Scene,
        *,
        server: Serving | None = None,
        seats: tuple[str, ...] = PLAYERS,
        names: Mapping[str, str] = {},
        by_hand: bool = False,
        **settings: Any,
    ) -> None:
        self._all = {name: Seat(visit(**settings.get(name, WIDE)), names.get(name, name)) for name in ("Maria", *seats)}
        super().__init__(*self._all.values())
        self.ruleset = scene.ruleset
        if server is None:
            self.invitation = self.gm.open_scene(scene.title)
            for name in seats:
                self._all[name].join(self.invitation, scene.characters[name])
            return
        dials = {**BY_HAND, "ask_before_throw": True} if by_hand else {}
        dials.pop("exchanges_follow", None)
        opened = server.open_table(ruleset=scene.ruleset, scene=scene.name, name=self.gm.name, dials=dials)
        self.invitation = f"/#join={opened['invitation']}"
        keys = [server.join(opened["invitation"], self._all[name].name, seat=name.lower())["key"] for name in seats]
        for seat, key in zip(self.seats, (opened["key"], *keys), strict=True):
            seat.sit_down(key)

    @property
    def gm(self) -> Seat:
        return self._all["Maria"]

    @property
    def ana(self) -> Seat:
        return self._all["Ana"]

    @property
    def bo(self) -> Seat:
        return self._all["Bo"]

    def settle(self) -> None:
        """Everybody answers what they are asked, until nobody is: dice decide what there is to recover from."""
        self.play(
            lambda seat, glance: self.do(seat, go_on(glance)),
            until=lambda: not any(seat.look().asks for seat in self.seats),
        )

    def move_on(self, moment: str) -> tuple[Locator, list[str]]:
        """The game master looks for a moment among their tools, and reads what it will do before doing it."""
        page = self.gm.page
        panel = open_panel(page, "Scene", ruleset=self.ruleset)
        row = panel.locator("li").filter(has=page.locator("summary", has_text=moment)).first
        row.locator("summary").click()
        row.locator(".lines").wait_for()
        return row, row.locator(".lines li").all_inner_texts()


def open_panel(page: Page, part: str = "", *, ruleset: str = "fae") -> Locator:
    """The game master's tools, under the book's word for them, and one part of them."""
    word = rulesets.load(ruleset).word("gm")
    panel = page.locator("[data-gm-tools]")
    if not panel.count():
        page.get_by_role("banner").get_by_role("button", name=f"{word} tools", exact=True).click()
    if part:
        panel.get_by_role("group").first.get_by_role("button", name=part, exact=True).click()
    return panel


def go_on(glance: Glance) -> str:
    """What lets a table go on when nobody has anything particular in mind."""
    return next(answer for answer in glance.answers if "to change it" not in answer)
