"""What a loop's iterations say about changing its source: one module a kind of advice."""
