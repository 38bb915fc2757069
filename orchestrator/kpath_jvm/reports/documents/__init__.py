"""The keys of the JSON documents of verbs: their types and meanings (docs/formats/json.md)."""
