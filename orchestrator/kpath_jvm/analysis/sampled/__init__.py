"""What a sampled profile's bursts say of how sure its shares are (docs/sampling.md)."""
