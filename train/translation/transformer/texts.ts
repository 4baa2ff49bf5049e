/**
 * Writes the texts that a transformer of one language to and from English learns from and is measured on:
 * `node train/translation/transformer/texts.ts DATA PARALLEL MODELS LANGUAGE OUT [MOST]`. DATA: what `prepare.ts` wrote. MODELS: the folder
 * `models`, whose translator makes the sources of up to MOST sentences that exist in one language alone, for each direction
 * (back-translation, Sennrich, Haddow and Birch 2016).
 * OUT gets train.tsv (source, target, kind: `pair` or `back`) and seen.tsv and unseen.tsv, the halves of the development files (source,
 * target). Sources begin with a tag for the language that they become, and those that were made with `<bt>` (Caswell, Chelba and Grangier 2019).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBuiltInTranslator } from '#translation/translator.ts'
import { checkInputs, endWithUsage } from '../../usage.ts'
import { type Other, readPairs } from '../corpora.ts'
import { isSeen } from '../halves.ts'

const [data, parallel, models, language, out, most = '40000'] = process.argv.slice(2)
if (!data || !parallel || !models || !language || !out)
  endWithUsage(
    'node train/translation/transformer/texts.ts DATA PARALLEL MODELS LANGUAGE OUT [MOST]',
  )
const other = language as Other
checkInputs(join(data, `en-${other}.tsv`), parallel, models)
mkdirSync(out, { recursive: true })

const lines = (name: string): string[] =>
  readFileSync(join(data, name), 'utf8').split('\n').filter(Boolean)
const pairs = lines(`en-${other}.tsv`).map((line) => line.split('\t'))
const rows = pairs.flatMap(([english = '', right = '']) => [
  [`<2${other}> ${english}`, right, 'pair'],
  [`<2en> ${right}`, english, 'pair'],
])

const translator = await openBuiltInTranslator(models)
const { signal } = new AbortController()
const inPairs = new Set(pairs.flat())
for (const [target, source] of [
  [other, 'en'],
  ['en', other],
] as const) {
  const alone = lines(`mono-${target}.txt`).filter(
    (text) => !inPairs.has(text) && text.length > 20 && text.length < 400,
  )
  const step = Math.max(1, alone.length / Number(most))
  for (let at = 0; at < alone.length; at += step) {
    const text = alone[Math.floor(at)] ?? ''
    const order = { source: target, target: source }
    const { text: made } = await translator.translate(text, order, signal)
    rows.push([`<2${target}> <bt> ${made}`, text, 'back'])
  }
  process.stdout.write(`${source}-${target}: ${alone.length} sentences in one language alone\n`)
}
write('train.tsv', rows)

const dev = readPairs(parallel, other, 'dev')
for (const [name, isWanted] of [
  ['seen.tsv', isSeen],
  ['unseen.tsv', (english: string): boolean => !isSeen(english)],
] as const)
  write(
    name,
    dev
      .filter(({ english }) => isWanted(english))
      .flatMap((pair) => [
        [`<2${other}> ${pair.english}`, pair.other],
        [`<2en> ${pair.other}`, pair.english],
      ]),
  )

function write(name: string, all: readonly (readonly string[])[]): void {
  const text = all.map((row) => row.map((field) => field.replace(/\s+/g, ' ')).join('\t'))
  writeFileSync(join(out ?? '', name), `${text.join('\n')}\n`)
}
