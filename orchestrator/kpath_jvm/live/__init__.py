"""Shows recordings that are under way: takes looks at them, and finds out what has changed.

A look is a profile of what has been counted so far. The kpath-jvm process that makes the recording
(the recorder) writes the look into a temporary directory of the viewer's process. The viewer reads
the look like any other profile.
"""
