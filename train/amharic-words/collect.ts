/**
 * Amharic words that begin with a letter of the sixth order and take prepositions: the list
 * resources/lexicons/am-stems.txt, from which the reader knows that በምድር is በ + ምድር and says bəmɨdɨr.
 *
 *   node train/amharic-words/collect.ts FILE.tsv... > resources/lexicons/am-stems.txt
 *
 * Each file has Amharic text in the second column. A word is taken where it stands alone at least `LEAST_ALONE` times and
 * with at least `LEAST_PREFIXES` of the four prepositions; one of two letters oftener and with three. The output is sorted by code points: the same files give the
 * same list.
 */
import { readFileSync } from 'node:fs'
import { checkInputs, endWithUsage } from '../usage.ts'

const PREFIXES = ['የ', 'በ', 'ለ', 'ከ'] as const
const LEAST_ALONE = 3
const LEAST_PREFIXES = 2
const LEAST_ALONE_SHORT = 10
const LEAST_PREFIXES_SHORT = 3
const WORD = /[\u1200-\u1357]{2,12}/g
const FIRST = 0x1200
const SIXTH = 5
/** Spellings of one sound as one letter, as the reader folds them. */
const SAME_ROW: Readonly<Record<number, number>> = {
  [0x1210]: 0x1200,
  [0x1280]: 0x1200,
  [0x1220]: 0x1230,
  [0x12d0]: 0x12a0,
  [0x1340]: 0x1338,
}

const files = process.argv.slice(2)
if (files.length === 0)
  endWithUsage('node train/amharic-words/collect.ts FILE.tsv... > am-stems.txt')
checkInputs(...files)

const counts = new Map<string, number>()
for (const path of files) {
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    for (const [word] of (line.split('\t')[1] ?? '').matchAll(WORD)) {
      const folded = fold(word)
      counts.set(folded, (counts.get(folded) ?? 0) + 1)
    }
  }
}

const stems = [...counts.keys()].filter(isStem).sort()
process.stdout.write(`${stems.join('\n')}\n`)

function fold(word: string): string {
  const letters = Array.from(word, (letter) => {
    const code = letter.charCodeAt(0)
    const row = code - ((code - FIRST) % 8)
    return String.fromCharCode((SAME_ROW[row] ?? row) + ((code - FIRST) % 8))
  })
  return letters.join('').replaceAll('ሀ', 'ሃ').replaceAll('ኣ', 'አ')
}

function isStem(word: string): boolean {
  if ((word.charCodeAt(0) - FIRST) % 8 !== SIXTH || /^[እይ]/.test(word)) return false
  const isShort = word.length === 2
  const prefixes = PREFIXES.filter((prefix) => counts.has(prefix + word)).length
  return (
    (counts.get(word) ?? 0) >= (isShort ? LEAST_ALONE_SHORT : LEAST_ALONE) &&
    prefixes >= (isShort ? LEAST_PREFIXES_SHORT : LEAST_PREFIXES)
  )
}
