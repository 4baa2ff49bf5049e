import { columnOf, type Packed, STEP, wordsOf } from '#translation/statistical/packed.ts'

/** At most so many translations of a phrase, each at least so probable; for phrases of three words and more, also both ways together. */
const PRUNED = { most: 12, least: 0.02, leastOfLong: 0.03 }

const COLUMNS = ['sources', 'targets', 'lengths', 'options', 'widths', 'scores'] as const

/** A phrase table without its less probable phrases. */
export function pruned(packed: Packed): Packed {
  const column = (name: string): Uint8Array => columnOf(packed, name, Uint8Array)
  const [sources, targets] = [
    columnOf(packed, 'sources', Uint32Array),
    columnOf(packed, 'targets', Uint32Array),
  ]
  const [lengths, options, widths, scores] = [
    'sourceLengths',
    'options',
    'targetLengths',
    'scores',
  ].map(column)
  const kept: Record<(typeof COLUMNS)[number], number[]> = {
    ...{ sources: [], targets: [], lengths: [], options: [], widths: [], scores: [] },
  }
  let [from, option, to] = [0, 0, 0]
  options?.forEach((count, phrase) => {
    const length = lengths?.[phrase] ?? 0
    let found = 0
    for (let i = 0; i < count; i++, option++) {
      const width = widths?.[option] ?? 0
      const own = [...(scores?.subarray(option * 4, option * 4 + 4) ?? [])]
      const [p = 0, q = 0] = own.map((score) => Math.exp(-score * STEP))
      if (found < PRUNED.most && p >= PRUNED.least && (length < 3 || p * q >= PRUNED.leastOfLong)) {
        found++
        kept.widths.push(width)
        kept.targets.push(...targets.subarray(to, to + width))
        kept.scores.push(...own)
      }
      to += width
    }
    if (found > 0) {
      kept.lengths.push(length)
      kept.options.push(found)
      kept.sources.push(...sources.subarray(from, from + length))
    }
    from += length
  })
  const used = (
    ids: readonly number[] | undefined,
    words: readonly string[],
  ): [string[], Uint32Array] => {
    const now = new Map([...new Set(ids)].sort((a, b) => a - b).map((id, at) => [id, at]))
    return [
      [...now.keys()].map((id) => words[id] ?? ''),
      Uint32Array.from(ids ?? [], (id) => now.get(id) ?? 0),
    ]
  }
  const [sourceWords, sourceIds] = used(kept.sources, wordsOf(packed, 'source'))
  const [targetWords, targetIds] = used(kept.targets, wordsOf(packed, 'target'))
  const bytes = (name: (typeof COLUMNS)[number]): Uint8Array => Uint8Array.from(kept[name])
  return {
    words: { ...packed.words, source: sourceWords, target: targetWords },
    numbers: {
      ...{
        sources: sourceIds,
        targets: targetIds,
        sourceLengths: bytes('lengths'),
        options: bytes('options'),
      },
      ...{ targetLengths: bytes('widths'), scores: bytes('scores') },
    },
  }
}
