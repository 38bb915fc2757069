"""What verbs take: options that several verbs share, types of values, and a project's defaults."""
