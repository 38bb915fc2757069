"""Data for decoding path numbers other than a method's own Ball-Larus numbers.

Such numbers belong to extended paths, and to Ball-Larus paths that were recorded with ``--guide``.
"""
