// Stand-in for the example of the template.
