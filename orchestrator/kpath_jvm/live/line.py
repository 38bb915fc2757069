"""The line on which the live view's questions are answered."""

from __future__ import annotations

from textual import events
from textual.binding import Binding
from textual.widgets import Input


class AnswerLine(Input):
    """A line in which keys have their effect in the order in which they came.

    Textual's own leaves all but letters to the app, which comes to them behind letters that are
    waiting already, as where they are typed ahead: ``^U`` would delete what follows it.
    """

    def __init__(self, *, id: str) -> None:  # noqa: A002
        # The focus may come behind letters, too.
        super().__init__(id=id, select_on_focus=False)

    def ask(self, placeholder: str, value: str) -> None:
        """Is shown with a proposal, all of it chosen: what is typed replaces it."""
        self.placeholder = placeholder
        self.value = value
        self.select_all()
        self.display = True
        self.screen.set_focus(self)

    async def on_key(self, event: events.Key) -> None:
        """Does what a key means here."""
        if event.is_printable:
            return
        for binding in Binding.make_bindings(Input.BINDINGS):
            if event.key == binding.key:
                event.stop()
                event.prevent_default()
                await self.run_action(binding.action)
                return
