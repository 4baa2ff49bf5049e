import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const COUNT = 50
const SIZE = 100_000

/** A stream of 5,000,000 bytes that knows, at its end, how many of its 50 pieces are still in memory. */
export function watchedPieces(): {
  readonly bytes: AsyncIterable<Uint8Array>
  inMemory(): number
} {
  const pieces: WeakRef<Uint8Array>[] = []
  let inMemory = 0
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < COUNT; i++) {
      const piece = new Uint8Array(SIZE)
      pieces.push(new WeakRef(piece))
      yield piece
    }
    await nextTurn()
    collectGarbage()
    inMemory = pieces.filter((piece) => piece.deref()).length
  }
  return { bytes: bytes(), inMemory: () => inMemory }
}
