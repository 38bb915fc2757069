"""Makes all outputs about profiles, for people and for programs: reports, trees, exports."""
