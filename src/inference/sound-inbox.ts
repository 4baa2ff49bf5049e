/** Sound of one job on its way to whoever reads it. */
export interface SoundInbox extends AsyncIterable<Float32Array> {
  add(samples: Float32Array): void
  /** Nothing more comes. */
  end(): void
  /** Whether everything that has come was read. */
  readonly isEmpty: boolean
}

/** `onTaken` is called with the number of samples of each block when the reader comes for the next one. */
export function createSoundInbox(
  onTaken: (samples: number) => void,
  signal: AbortSignal,
): SoundInbox {
  const waiting: Float32Array[] = []
  let isEnded = false
  let wake = (): void => undefined
  signal.addEventListener('abort', () => wake(), { once: true })
  async function* read(): AsyncGenerator<Float32Array> {
    while (true) {
      signal.throwIfAborted()
      const block = waiting.shift()
      if (block) {
        yield block
        onTaken(block.length)
      } else if (isEnded) return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  return {
    add(samples) {
      waiting.push(samples)
      wake()
    },
    end() {
      isEnded = true
      wake()
    },
    get isEmpty() {
      return waiting.length === 0
    },
    [Symbol.asyncIterator]: read,
  }
}
