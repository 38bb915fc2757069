"""How well one profile represents another."""
