"""The sessions: what each verb of the command line does with a target or a recording."""
