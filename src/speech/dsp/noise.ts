/** White noise in -1 to 1 that is the same at every run (xorshift32, Marsaglia 2003). */
export function openNoise(seed: number): () => number {
  let state = seed | 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state / 2_147_483_648
  }
}
