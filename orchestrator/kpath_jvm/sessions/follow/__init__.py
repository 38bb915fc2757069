"""Many JVMs at once: ``run --follow-children``, and ``recover`` of what it leaves."""
