/**
 * Counts the tone patterns of Hausa words by their shape and writes the most frequent of each shape.
 *
 *   node train/hausa-words/learn-tone-patterns.ts REFERENCE.tsv > resources/lexicons/ha-tone-patterns.tsv
 *
 * REFERENCE.tsv: word, tab, phonemes separated by spaces with ` ´ ˆ over the vowels (WikiPron). Deterministic: words are
 * counted in the order of the file, equal counts go by the alphabet. On stderr: how often the rule finds the tones of a
 * word that it has not counted (each word left out in turn).
 */
import { readFile } from 'node:fs/promises'
import { checkInputs, endWithUsage } from '../usage.ts'

interface Counted {
  readonly shapes: readonly [fine: string, rough: string]
  readonly tones: string
}

type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>

const LEAST_WORDS = 3
const TONES: Readonly<Record<string, string>> = { '\u0300': 'L', '\u0301': 'H', '\u0302': 'F' }

const [path] = process.argv.slice(2)
if (path === undefined)
  endWithUsage('node train/hausa-words/learn-tone-patterns.ts REFERENCE.tsv > ha-tone-patterns.tsv')
checkInputs(path)
const rows = (await readFile(path, 'utf8')).split('\n').filter((row) => row.includes('\t'))
const words = rows.flatMap((row) => countedOf(row.split('\t')[1] ?? ''))
const counts = countAll(words)
process.stdout.write(
  '# Most frequent tones of a word by its syllables and ending, and how many words of how many have them; see ha-tone-patterns.md.\n',
)
for (const [shape, patterns] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const total = [...patterns.values()].reduce((sum, count) => sum + count, 0)
  const best = bestOf(patterns)
  if (total >= LEAST_WORDS && best)
    process.stdout.write(`${shape}\t${best[0]}\t${best[1]}/${total}\n`)
}
report(words, counts)

/** Nothing for a word with a vowel that has no tone. */
function countedOf(phonemes: string): readonly Counted[] {
  const nuclei: { vowel: string; tone: string; last: boolean }[] = []
  const phones = phonemes.split(' ')
  let wasVowel = false
  for (const [index, phone] of phones.entries()) {
    const [letter = '', ...marks] = phone.normalize('NFD')
    const isVowel = 'aeiou'.includes(letter)
    const last = index === phones.length - 1
    const before = nuclei.at(-1)
    // The second half of a diphthong carries no mark.
    if (isVowel && wasVowel && before)
      nuclei[nuclei.length - 1] = { ...before, vowel: before.vowel + letter, last }
    else if (isVowel)
      nuclei.push({ vowel: letter, tone: TONES[marks.find((m) => TONES[m]) ?? ''] ?? '?', last })
    wasVowel = isVowel
  }
  const tones = nuclei.map(({ tone }) => tone).join('')
  const final = nuclei.at(-1)
  if (!final || tones.includes('?')) return []
  return [
    { shapes: [`${nuclei.length} ${final.last ? final.vowel : 'C'}`, `${nuclei.length} *`], tones },
  ]
}

function countAll(words: readonly Counted[]): Counts {
  const counts = new Map<string, Map<string, number>>()
  for (const { shapes, tones } of words)
    for (const shape of shapes) {
      const patterns = counts.get(shape) ?? new Map<string, number>()
      patterns.set(tones, (patterns.get(tones) ?? 0) + 1)
      counts.set(shape, patterns)
    }
  return counts
}

function bestOf(patterns: ReadonlyMap<string, number>): readonly [string, number] | undefined {
  return [...patterns].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]
}

function report(words: readonly Counted[], counts: Counts): void {
  let right = 0
  let syllables = 0
  let rightSyllables = 0
  for (const { shapes, tones } of words) {
    const guess = guessWithout(shapes, tones, counts)
    if (guess === tones) right++
    syllables += tones.length
    rightSyllables += [...tones].filter((tone, index) => guess[index] === tone).length
  }
  process.stderr.write(
    `${words.length} words, ${right} with all tones right, ${rightSyllables} of ${syllables} syllables\n`,
  )
}

function guessWithout(shapes: readonly string[], tones: string, counts: Counts): string {
  for (const shape of shapes) {
    const others = new Map(counts.get(shape) ?? [])
    others.set(tones, (others.get(tones) ?? 1) - 1)
    const total = [...others.values()].reduce((sum, count) => sum + count, 0)
    if (total >= LEAST_WORDS) return bestOf(others)?.[0] ?? ''
  }
  return ''
}
