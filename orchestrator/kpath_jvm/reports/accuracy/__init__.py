"""Shows how accurate a profile is: how far it overlaps another profile, and bounds on flows."""
