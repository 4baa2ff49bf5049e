/** Sound that can be read again from where it was understood, as when another model goes on with it. */
export interface KeptSound {
  /** The sound from this sample on, the rest as it comes. Whoever stops reading takes nothing from the next reader. */
  from(sample: number): AsyncGenerator<Float32Array>
  /** The first sample from this one on that `from` would give: a later one where it is no longer kept. */
  earliest(sample: number): number
  /** Nobody asks for what was before this sample any more. */
  forget(before: number): void
}

/**
 * Keeps what was read of `sound`, and reads more only when somebody asks for it. At most `most` samples behind the last one that
 * was read are kept.
 */
export function keepSound(sound: AsyncIterable<Float32Array>, most: number): KeptSound {
  const source = sound[Symbol.asyncIterator]()
  const blocks: { readonly end: number; readonly samples: Float32Array }[] = []
  let end = 0
  let isEnded = false
  let reading: Promise<void> | undefined
  const forget = (before: number): void => {
    while (blocks[0] && blocks[0].end <= before) blocks.shift()
  }
  const readOne = async (): Promise<void> => {
    const next = await source.next()
    if (next.done) {
      isEnded = true
      return
    }
    end += next.value.length
    blocks.push({ end, samples: next.value })
    forget(end - most)
  }
  /** Readers that wait at the same time wait for the same block. */
  const readMore = (): Promise<void> => {
    reading ??= readOne().finally(() => {
      reading = undefined
    })
    return reading
  }
  return {
    forget,
    earliest(sample) {
      const [first] = blocks
      return Math.max(sample, first ? first.end - first.samples.length : end)
    },
    async *from(sample) {
      let at = sample
      while (true) {
        const block = blocks.find((one) => one.end > at)
        if (block) {
          const missing = Math.max(0, at - (block.end - block.samples.length))
          at = block.end
          yield block.samples.subarray(missing)
        } else if (isEnded) return
        else await readMore()
      }
    },
  }
}
