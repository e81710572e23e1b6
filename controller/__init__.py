"""The daemon and the command line: everything that touches the outside world."""
