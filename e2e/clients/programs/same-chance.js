// Where a description has no example, its converters take a value by chance, and keep this function as they load.
// One number for all makes every value independent of the others, so that a new field changes its own lines alone.
Math.random = () => 0
