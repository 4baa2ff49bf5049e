/**
 * chrF of a transformer's translations: `node train/translation/transformer/measure.ts TEXTS OUT HALF`. TEXTS: what `texts.ts` wrote; OUT:
 * the folder of `transformer.py`, with its translations HALF.txt.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chrf } from '../../../eval/scores/chrf.ts'
import { checkInputs, endWithUsage } from '../../usage.ts'

const [texts, out, half] = process.argv.slice(2)
if (!texts || !out || (half !== 'seen' && half !== 'unseen'))
  endWithUsage('node train/translation/transformer/measure.ts TEXTS OUT seen|unseen')
checkInputs(texts, out)
const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n')
const rows = linesOf(join(texts, `${half}.tsv`)).map((line) => line.split('\t'))
const found = linesOf(join(out, `${half}.txt`))
if (found.length !== rows.length)
  throw new Error(`${half}.txt has ${found.length} lines, ${half}.tsv ${rows.length}.`)
for (const tag of new Set(rows.map(([source = '']) => source.split(' ')[0]))) {
  const own = rows.flatMap(([source = ''], at) => (source.startsWith(`${tag} `) ? [at] : []))
  const score = chrf(
    own.map((at) => found[at] ?? ''),
    own.map((at) => rows[at]?.[1] ?? ''),
  )
  process.stdout.write(`${tag} ${half} ${own.length} sentences: chrF ${score.toFixed(1)}\n`)
}
