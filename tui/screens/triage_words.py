"""What a triage says: its orders, and what there is to do at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperstui.index.models import Verdict
from paperstui.index.triage import Order
from paperstui.tui.formatting import READ, plural
from paperstui.tui.screens.menu import Menu

if TYPE_CHECKING:
    from paperstui.index.triage import Progress

ORDERS = {
    Order.LIST: "as listed",
    Order.SHUFFLED: "shuffled",
    Order.LIKELY: "most likely first",
}
"""Each order in words."""


class OrderMenu(Menu):
    """Answers with the value of an `Order`."""

    def __init__(self, present: Order) -> None:
        """Mark the present order."""
        entries = [
            (order.value, f"{words:18}{READ if order is present else ''}".rstrip())
            for order, words in ORDERS.items()
        ]
        super().__init__("Order", entries, start=[*ORDERS].index(present))


def all_decided(progress: Progress) -> list[str]:
    """What is said in place of a paper when there is none left to decide on."""
    if not progress.papers:
        return ["There are no papers in this list."]
    kept = progress.verdicts.get(Verdict.KEEP, 0)
    maybe = progress.verdicts.get(Verdict.MAYBE, 0)
    lines = [
        f"All {plural(progress.papers, 'paper')} of this list are decided.",
        "",
        f"{plural(kept, 'paper')} kept: they are among the bookmarks (B), and can",
        "be exported from there (e).",
    ]
    if maybe:
        lines += ["", f"{plural(maybe, 'paper')} left open: is:maybe finds them."]
    return [*lines, "", "p goes back, u undoes, esc leads to the list."]
