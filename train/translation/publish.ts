/**
 * Puts what was trained and tuned into models/translation: `node train/translation/publish.ts TRAINED OUT [DIRECTION …]`. Phrases are
 * thinned out as for tuning. Where directions are named (`en-yo`), all others stay as they are, and so does the language model of
 * English. Then run `node train/catalog.ts`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { unpack } from '#translation/statistical/packed.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { type DirectionSettings, readDirections } from './directions.ts'
import { pack } from './pack.ts'
import { pruned } from './prune.ts'

/** Directions in which at least half of everyday sentences are understood; all others are word help. */
const DRAFTS = new Set(['en-pcm', 'pcm-en'])

/** How many translations are compared for the consensus; the others were measured with 60 before. */
const COMPARED: Readonly<Record<string, number>> = { 'en-yo': 150, 'yo-en': 150 }

const [trained, out, ...only] = process.argv.slice(2)
if (!trained || !out) endWithUsage('node train/translation/publish.ts TRAINED OUT [DIRECTION …]')
checkInputs(trained)
mkdirSync(out, { recursive: true })
const isMeant = (key: string): boolean => only.length === 0 || only.includes(key)
const directions: DirectionSettings[] =
  only.length === 0
    ? []
    : [...readDirections(out)].filter(({ source, target }) => !isMeant(`${source}-${target}`))
for (const name of readdirSync(trained).sort()) {
  const path = join(trained, name)
  const isWanted = only.length === 0 || only.includes(`en-${name.replace('.model', '')}`)
  if (name.endsWith('.model') && isWanted)
    writeFileSync(join(out, name), pack(unpack(readFileSync(path)), 11))
  if (!name.endsWith('.phrases')) continue
  const key = name.replace('.phrases', '')
  if (!isMeant(key)) continue
  const [source, target] = key.split('-') as [LanguageCode, LanguageCode]
  const { weights } = JSON.parse(readFileSync(join(trained, `${key}.weights.json`), 'utf8')) as {
    weights: number[]
  }
  writeFileSync(join(out, name), pack(pruned(unpack(readFileSync(path))), 11))
  directions.push({
    ...{ source, target, quality: DRAFTS.has(key) ? 'draft' : 'word help' },
    ...{
      weights: weights.map((weight) => Number(weight.toFixed(4))),
      beam: 40,
      reach: 5,
      consensus: COMPARED[key] ? 1 : 2,
      compared: COMPARED[key] ?? 60,
    },
  })
}
directions.sort((a, b) => (`${a.source}-${a.target}` < `${b.source}-${b.target}` ? -1 : 1))
writeFileSync(join(out, 'directions.json'), `${JSON.stringify({ directions }, undefined, 2)}\n`)
