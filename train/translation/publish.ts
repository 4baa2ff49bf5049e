/**
 * Puts what was trained and tuned into models/translation: `node train/translation/publish.ts TRAINED OUT`. Phrases are thinned out
 * as for tuning. Then run `node train/catalog.ts`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { unpack } from '#translation/statistical/packed.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import type { DirectionSettings } from './directions.ts'
import { pack } from './pack.ts'
import { pruned } from './prune.ts'

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
