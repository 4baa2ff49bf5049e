import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonical, hasMarks, hasTone, plainOf } from '#speech/languages/yo/diacritics/marks.ts'
import { signsOf, tokensOf } from '#speech/languages/yo/diacritics/tokens.ts'

/** Sources that leave names and words of other languages without marks: what is bare there says little. */
const LEAVE_NAMES_BARE = [
  ...['voice-of-nigeria', 'bbc-more', 'tweets', 'wikipedia', 'trees'],
  ...['afrisenti', 'nolly', 'bbc-news', 'langid', 'ner-text', 'masakhaner', 'masakhapos'],
]
/** Sources in the order in which they are read; a line that two have is taken from the first. */
const RELIGIOUS = ['quran', 'book-of-mormon', 'doctrine', 'bible-biblica', 'bible-bsn']
const MODERN = [
  ...LEAVE_NAMES_BARE,
  ...['blog-part-marked', 'news-sites', 'udhr', 'oroyoruba', 'proverbs', 'edeyorubarewa', 'slr86'],
  ...['lagos-nwu', 'alakowe', 'igbo-olodumare', 'irinkerindo-ninu-igbo', 'global-voices'],
  ...['mafand-train', 'menyo-train'],
]
/** Every word of modern prose counts three times one of scripture, of which there is six times as much. */
const MODERN_WEIGHT = 3
/** Least tone marks for each vowel of a line. Where there are fewer, the writer has left them out. */
const LEAST_TONES = 0.3

/** Sources whose writers mark every word. A form that they hardly ever leave unmarked is a slip where it is unmarked. */
export const CAREFUL: ReadonlySet<string> = new Set([
  ...['book-of-mormon', 'proverbs', 'slr86', 'lagos-nwu', 'alakowe', 'igbo-olodumare'],
  ...['irinkerindo-ninu-igbo', 'global-voices', 'mafand-train', 'menyo-train'],
  ...['doctrine', 'langid', 'ner-text', 'masakhaner', 'masakhapos'],
])
const BARE_NAMES: ReadonlySet<string> = new Set(LEAVE_NAMES_BARE)
const LEAST_SEEN = 5
const SLIP = 0.1

/** One line as the models see it: words canonical, other signs as they are. */
export interface Line {
  readonly signs: readonly string[]
  /** The same signs in the case in which they were written. */
  readonly written: readonly string[]
  readonly weight: number
  readonly source: string
  /** Signs whose form tells nothing: bare words that may be names or foreign, in a source that leaves these bare. */
  readonly untold: readonly boolean[]
}

/** The development sets, by which settings are chosen: never learned from. */
export const HELD_OUT = ['menyo-dev', 'mafand-dev']

/** The lines of a source. */
export function linesOf(folder: string, name: string): readonly string[] {
  return readFileSync(join(folder, `${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

/** The lines that are learned from: all sources without the development lines, repeats and unmarked lines. */
export function readCorpus(folder: string): readonly Line[] {
  const seen = new Set(HELD_OUT.flatMap((name) => linesOf(folder, name)).map(lettersOnly))
  const lines: Line[] = []
  for (const name of [...RELIGIOUS, ...MODERN]) {
    const weight = MODERN.includes(name) ? MODERN_WEIGHT : 1
    for (const line of linesOf(folder, name)) {
      const key = lettersOnly(line)
      if (seen.has(key) || !isMarked(line)) continue
      seen.add(key)
      const tokens = tokensOf(line)
      const { signs } = signsOf(tokens, ({ text }) => canonical(text))
      const written = signsOf(tokens, ({ text }) => text).signs
      lines.push({ signs, written, weight, source: name, untold: [] })
    }
  }
  const known = new Set(
    lines.flatMap(({ signs, source }) =>
      signs.flatMap((sign) => (hasMarks(sign) || !BARE_NAMES.has(source) ? [plainOf(sign)] : [])),
    ),
  )
  return lines.map((line) => ({ ...line, untold: untoldIn(line, known) }))
}

/** `known`: words that have a mark somewhere, or that a source has which marks names. */
function untoldIn({ signs, written, source }: Line, known: ReadonlySet<string>): boolean[] {
  return signs.map(
    (sign, at) =>
      BARE_NAMES.has(source) &&
      /^\p{L}/u.test(sign) &&
      !hasMarks(sign) &&
      (written[at] !== written[at]?.toLowerCase() || !known.has(sign)),
  )
}

/**
 * Forms without tone that are slips of the pen or of a keyboard: the careful sources have the word at least five times
 * and less than a tenth of them without tone. One of the Bibles leaves out the tones of "Oluwa" and "ninu" throughout.
 */
export function slipsIn(lines: readonly Line[]): ReadonlySet<string> {
  const words = new Map<string, number>()
  const forms = new Map<string, number>()
  for (const { signs, source } of lines) {
    for (const sign of CAREFUL.has(source) ? signs : []) {
      words.set(plainOf(sign), (words.get(plainOf(sign)) ?? 0) + 1)
      forms.set(sign, (forms.get(sign) ?? 0) + 1)
    }
  }
  const slips = lines
    .flatMap(({ signs }) => signs)
    .filter((sign) => {
      const seen = words.get(plainOf(sign)) ?? 0
      return seen >= LEAST_SEEN && !hasTone(sign) && (forms.get(sign) ?? 0) / seen < SLIP
    })
  return new Set(slips)
}

function lettersOnly(line: string): string {
  return plainOf(line).replace(/[^\p{L}]+/gu, '')
}

function isMarked(line: string): boolean {
  const letters = line.normalize('NFD')
  const vowels = letters.match(/[aeiou]/gi)?.length ?? 0
  const tones = letters.match(/[\u0300\u0301]/g)?.length ?? 0
  return vowels <= 8 || tones / vowels >= LEAST_TONES
}

/** Pseudo-random numbers between 0 and 1 (a linear congruential generator): the same at every run. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 1
    return (state % 1_000_003) / 1_000_003
  }
}

/** Shuffles items in place (Fisher & Yates); with a seeded generator the order is the same at every run. */
export function shuffle<T>(items: T[], random: () => number): void {
  for (let index = items.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    const held = items[index] as T
    items[index] = items[other] as T
    items[other] = held
  }
}
