// Where a description has no example, its converters take a value by chance, and keep this function as they load: the same values each time.
let state = 1
Math.random = () => {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}
