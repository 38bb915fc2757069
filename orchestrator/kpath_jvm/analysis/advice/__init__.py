"""What a loop's iterations suggest about changing its source, one module per kind of advice."""
