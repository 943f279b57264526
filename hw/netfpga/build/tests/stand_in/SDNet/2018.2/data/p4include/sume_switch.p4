// Stand-in for the architecture.
