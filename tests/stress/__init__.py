"""Storms, kills and stopped processes, with everything counted known beforehand."""
