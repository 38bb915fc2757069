"""What verbs take: options that several have, the types of their values, a project's defaults."""
