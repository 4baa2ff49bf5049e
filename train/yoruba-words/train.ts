/** Learns how unmarked Yoruba words are marked. See README.md beside this file. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkInputs, endWithUsage } from '../usage.ts'
import { readCorpus, slipsIn } from './corpus.ts'
import { learnLetters } from './letters.ts'
import { tableOf } from './table.ts'
import { countForms, type Forms, learnWords, withoutSlips } from './words.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined)
  endWithUsage('node --max-old-space-size=6000 train/yoruba-words/train.ts FOLDER')
checkInputs(folder)
const LEXICONS = join(import.meta.dirname, '../../resources/lexicons')

const written = readCorpus(folder)
const slips = slipsIn(written)
const forms = countForms(written, slips)
const lines = withoutSlips(written, slips, forms)
console.log(`lines ${lines.length}, words of which a form is a slip ${slips.size}`)
writeFileSync(join(LEXICONS, 'yo-marked-words.tsv'), asTsv(forms))
const table = tableOf([
  [learnWords(lines, forms), 0.03],
  [learnLetters(forms), 0.03],
])
writeFileSync(join(LEXICONS, 'yo-marked-contexts.bin'), table)

/** Bare word, then its forms each with its count, the most frequent first; sorted by word. */
function asTsv(all: Forms): string {
  const rows = [...all].sort(([a], [b]) => (a < b ? -1 : 1))
  return rows
    .map(([plain, known]) =>
      [plain, ...known.map(([form, count]) => `${form} ${count}`)].join('\t'),
    )
    .map((row) => `${row}\n`)
    .join('')
}
