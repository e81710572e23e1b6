"""The table's truth and the law: no I/O, no clock, no threads."""
