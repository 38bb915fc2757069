"""What a verb of the command line does with a target or a recording, a file each."""
