"""Makes logging twins. A twin has a method's instructions, and calls to class Log between them.

A twin has one more local variable, which holds the activation's number. Each event in the log has
this number. When an exception is caught, added code logs the exception and jumps to the handler.
"""

from __future__ import annotations

import struct

from .classwriter import Frame, Handler, Item, Log, Method, Pool

LOG_STACK = 3
HANDLER_MARK = 1 << 20
"""Added to the offset of a handler's entry in the event for an exception that is caught there."""

_ILOAD, _ISTORE, _LDC_W, _WIDE, _INVOKESTATIC, _GOTO_W = 0x15, 0x36, 0x13, 0xC4, 0xB8, 0xC8
_NEW = 0xBB


def with_log(pool: Pool, method: Method, log: Log) -> Method:
    """Returns the logging twin of a method that has been laid out."""
    activation = method.max_locals
    copies = {id(item): _copy(item) for item in method.items}
    for item in method.items:
        copy = copies[id(item)]
        copy.targets = tuple(copies[id(target)] for target in item.targets)
        if item.frame is not None:
            stack = [
                ("U", copies[id(kind[1])]) if isinstance(kind, tuple) else kind
                for kind in item.frame.stack
            ]
            copy.frame = Frame({**item.frame.local, activation: "I"}, stack)
    items = [_push(pool, log.method), _call(pool, "enter", "(I)I"), _local(_ISTORE, activation)]
    for item in method.items:
        copy = copies[id(item)]
        logged = not item.is_label and item.offset in log.offsets
        event = _event(pool, activation, item.offset) if logged else []
        # A frame refers to a ``new`` by the offset of the instruction. So the call of the log is
        # put into separate items before the copy, not into the copy.
        items += [*event, copy]
    pads: dict[int, Item] = {}
    handlers = []
    for one in method.handlers:
        entry = copies[id(one.entry)]
        if id(entry) not in pads:
            assert entry.frame is not None
            pads[id(entry)] = Item(is_label=True, frame=entry.frame)
            items.append(pads[id(entry)])
            items += _event(pool, activation, one.entry.offset + HANDLER_MARK)
            items.append(Item(bytes([_GOTO_W, 0, 0, 0, 0]), (entry,)))
        start, end = copies[id(one.start)], copies[id(one.end)]
        if one.start.offset < one.end.offset:
            handlers.append(Handler(start, end, pads[id(entry)], one.caught))
    return Method(
        method.access, method.name, method.descriptor, items, handlers,
        method.max_stack + LOG_STACK, method.max_locals + 1,
    )  # fmt: skip


def _copy(item: Item) -> Item:
    return Item(item.data, keys=item.keys, table=item.table, is_label=item.is_label, line=item.line)


def _event(pool: Pool, activation: int, value: int) -> list[Item]:
    return [_local(_ILOAD, activation), _push(pool, value), _call(pool, "at", "(II)V")]


def _push(pool: Pool, value: int) -> Item:
    return Item(struct.pack(">BH", _LDC_W, pool.integer(value)))


def _call(pool: Pool, name: str, descriptor: str) -> Item:
    return Item(struct.pack(">BH", _INVOKESTATIC, pool.member(10, "Log", name, descriptor)))


def _local(opcode: int, slot: int) -> Item:
    return Item(struct.pack(">BBH", _WIDE, opcode, slot))
