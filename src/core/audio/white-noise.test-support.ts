/** White noise between -1 and 1, the same every time, so that what a test hears in it never differs. */
export function whiteNoise(length: number): Float32Array<ArrayBuffer> {
  let state = 1
  return Float32Array.from({ length }, () => {
    // A linear congruential generator, with the factors of Numerical Recipes.
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 31 - 1
  })
}
