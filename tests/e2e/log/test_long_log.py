"""A log of 5,000 lines: the page draws what is in sight, and everything else when somebody goes there."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.support.driving import Seat
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Table, Visit, go_on

LINES = 5_000
MOST = 4_000
"""Elements that the log may have at once; a short one has a few hundred, 5,000 lines drawn at once more than 25,000."""

# Keeps the lines that the page is sent.
LINES_HEARD = """
window.heard = [];
window.WebSocket = class extends WebSocket {
  constructor(...address) {
    super(...address);
    this.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.t === "patch") window.heard.push(...(message.log ?? []));
    });
  }
};
"""
# What has been played so far, over and over, as if it had all happened before: whole rolls with their cards, too.
LENGTHEN = """(wanted) => {
  const real = window.heard.filter((line) => line.seq > 0);
  const log = Array.from({ length: wanted }, (_, at) => {
    const line = real[at % real.length];
    const round = Math.floor(at / real.length);
    return { ...line, seq: at - wanted, ...(line.of && { of: `${line.of} ${round}` }) };
  });
  log[0] = { seq: -wanted, text: "The very first line.", kind: "line" };
  const patch = { t: "patch", seq: window.line.seq, log };
  window.line.sockets.at(-1).dispatchEvent(new MessageEvent("message", { data: JSON.stringify(patch) }));
}"""


def elements(seat: Seat) -> int:
    return int(seat.page.evaluate("() => document.querySelectorAll('#log *').length"))


def test_a_log_of_5000_lines_draws_only_what_is_in_sight(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server)
    gm, bo = table.gm, table.bo
    table.do(bo, "Attack", {"approach": "Flashy", "target|whom": "Veld"})
    cards = bo.page.locator("#log li.roll")
    table.play(lambda seat, glance: table.do(seat, go_on(glance)), lambda: cards.count() > 0)
    bo.visitor.context.add_init_script(LINES_HEARD)
    bo.page.reload()
    bo.arrive()
    bo.page.evaluate(LENGTHEN, LINES)
    expect(cards.nth(3)).to_be_attached()
    assert elements(bo) < MOST

    # Everything is unfolded, and still only a part is drawn.
    earlier = bo.page.locator("#log").get_by_role("button", name="Earlier")
    first = bo.page.locator("#log p.line", has_text="The very first line.")
    counts = []
    for _ in range(LINES // 150):
        if first.count():
            break
        earlier.click()
        counts.append(elements(bo))
    expect(first).to_be_visible()
    assert len(counts) > 10
    assert max(counts) < MOST, counts

    # What happens next is on top, and is drawn when somebody goes back there.
    gm.page.get_by_label("Say something").fill("Still here?")
    gm.page.get_by_role("button", name="Say", exact=True).click()
    gm.answered()
    bo.catch_up()
    bo.page.locator("#log").evaluate("(column) => column.scrollTo(0, 0)")
    expect(bo.page.locator("#log .bubble", has_text="Still here?")).to_be_visible()
    expect(first).to_have_count(0)
    assert elements(bo) < MOST
    bo.visitor.check("long-log")
