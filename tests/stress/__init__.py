"""Storms, kills and stopped processes in programs whose counts are known beforehand."""
