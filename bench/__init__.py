"""Load generator and the servers that ours is compared with. See docs/performance.md."""
