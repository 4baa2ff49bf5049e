/**
 * Puts what was trained and tuned into models/translation: `node train/translation/publish.ts TRAINED OUT`. Phrases are thinned out, which
 * costs nothing measurable: see PRUNED. Then run `node train/catalog.ts`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { columnOf, type Packed, STEP, unpack, wordsOf } from '#translation/statistical/packed.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import type { DirectionSettings } from './directions.ts'
import { pack } from './pack.ts'

/** At most so many translations of a phrase, each at least so probable; for phrases of three words and more, also both ways together. */
const PRUNED = { most: 6, least: 0.04, leastOfLong: 0.05 }
/** Directions whose chrF on the unseen half is less than 10 above that of copying the source. */
const GLOSSES = new Set(['en-pcm', 'pcm-en'])

const [trained, out] = process.argv.slice(2)
if (!trained || !out) endWithUsage('node train/translation/publish.ts TRAINED OUT')
checkInputs(trained)
mkdirSync(out, { recursive: true })
const directions: DirectionSettings[] = []
for (const name of readdirSync(trained).sort()) {
  const path = join(trained, name)
  if (name.endsWith('.model')) writeFileSync(join(out, name), pack(unpack(readFileSync(path)), 11))
  if (!name.endsWith('.phrases')) continue
  const key = name.replace('.phrases', '')
  const [source, target] = key.split('-') as [LanguageCode, LanguageCode]
  const { weights } = JSON.parse(readFileSync(join(trained, `${key}.weights.json`), 'utf8')) as {
    weights: number[]
  }
  writeFileSync(join(out, name), pack(pruned(unpack(readFileSync(path))), 11))
  directions.push({
    ...{ source, target, quality: GLOSSES.has(key) ? 'gloss' : 'draft' },
    ...{
      weights: weights.map((weight) => Number(weight.toFixed(4))),
      beam: 40,
      reach: 5,
      consensus: 2,
    },
  })
}
writeFileSync(join(out, 'directions.json'), `${JSON.stringify({ directions }, undefined, 2)}\n`)

const COLUMNS = ['sources', 'targets', 'lengths', 'options', 'widths', 'scores'] as const

function pruned(packed: Packed): Packed {
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
