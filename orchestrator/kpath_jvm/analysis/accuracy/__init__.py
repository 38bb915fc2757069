"""How well one profile stands for another."""
