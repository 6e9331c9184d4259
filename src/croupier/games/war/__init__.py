"""Games of one card against one."""
