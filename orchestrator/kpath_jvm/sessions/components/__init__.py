"""The components that a session puts together: source, drain, sink, cut, control and verdict.

docs/decisions/0068-a-recording-is-composed.md says what each of them is for.
"""
