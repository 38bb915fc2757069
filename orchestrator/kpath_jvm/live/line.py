"""The line on which the live view's questions are answered."""

from __future__ import annotations

from textual import events
from textual.binding import Binding
from textual.widgets import Input

_ACTIONS = {binding.key: binding.action for binding in Binding.make_bindings(Input.BINDINGS)}


class AnswerLine(Input):
    """An input line that handles keys in the order in which they were typed.

    Textual's own input handles letters, and leaves other keys, such as ``^U``, to the app. The app
    gets these keys only after the input has handled all waiting letters. So when keys are typed
    ahead, ``^U`` would also delete letters that were typed after it.
    """

    def __init__(self, *, id: str) -> None:  # noqa: A002
        """Makes the line, which is hidden until something is asked."""
        # The line can get the focus after the first letters were typed. If the focus selected these
        # letters, the next letter would replace them.
        super().__init__(id=id, select_on_focus=False)
        self.display = False

    def ask(self, placeholder: str, value: str) -> None:
        """Shows the line with ``value`` selected, so that typing replaces this proposal."""
        self.placeholder = placeholder
        self.value = value
        self.select_all()
        self.display = True
        self.screen.set_focus(self)

    def close(self) -> None:
        """Hides the line."""
        self.screen.set_focus(None)
        self.display = False

    async def on_key(self, event: events.Key) -> None:
        """Handles a key that has a meaning in this line; Input itself handles letters."""
        if not event.is_printable and event.key in _ACTIONS:
            event.stop()
            event.prevent_default()
            await self.run_action(_ACTIONS[event.key])
