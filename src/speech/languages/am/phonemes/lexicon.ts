import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { orderOf, type Slot, slotsOf, withOrder } from './fidel.ts'

const LIST = 'am-words.tsv'
/** Words that begin with a letter of the sixth order and take prepositions. */
const STEMS = 'am-stems.txt'

/** Words with their gemination, which Amharic does not write, and with their ɨ. */
export type AmharicLexicon = (word: string) => readonly Slot[] | undefined

/** Spellings of one sound: a lexicon lists one of them. */
const SAME_SOUND: readonly (readonly [string, string])[] = [
  ['ሐ', 'ሀ'],
  ['ኀ', 'ሀ'],
  ['ሠ', 'ሰ'],
  ['ዐ', 'አ'],
  ['ፀ', 'ጸ'],
]
const ORDERS = [0, 1, 2, 3, 4, 5, 6] as const
/** ሀ ሃ and አ ኣ have one vowel; ኸ is another word's. */
const FOLDED = new Map([
  ...SAME_SOUND.flatMap(([from, to]) =>
    ORDERS.map((order) => [withOrder(from, order), foldFirst(withOrder(to, order))] as const),
  ),
  ['ሀ', 'ሃ'],
  ['ኣ', 'አ'],
])

function foldFirst(letter: string): string {
  if (letter === 'ሀ') return 'ሃ'
  return letter === 'ኣ' ? 'አ' : letter
}

/** The word in one spelling of each sound: ሠላም and ሰላም are one word. */
export function foldSpelling(word: string): string {
  return [...word].map((letter) => FOLDED.get(letter) ?? letter).join('')
}

/** Words are joined to these, written as one. */
const PREFIX = /^(?:እንደ|ወደ|ስለ|እስከ|ያለ|በየ|ለየ|ከየ|እየ|የ|በ|ለ|ከ)/
/** Suffixes of a word: plural, definite, possessive, object, "and", "also". */
const TAIL = /^(?:ነት|ዎ?[ችቹቼቻቿ]|ኛ)?(?:ው|ዋ|ዊ|ዬ|ዎ|ህ|ሽ|ቸው|ችን|ችሁ|ት)?[ንምና]{0,2}$/
const LEAST_STEM = 2
const MOVABLE = 2
const SIXTH = 5

/** Contents of the two lists. */
interface Lists {
  readonly entries: ReadonlyMap<string, readonly Slot[]>
  readonly stems: ReadonlySet<string>
}

/** Opens the Amharic lexicon in `folder`. Throws an Error that names the list where it cannot be read. */
export async function openAmharicLexicon(folder: string): Promise<AmharicLexicon> {
  const [words, stems] = await Promise.all([
    readList(join(folder, LIST)),
    readList(join(folder, STEMS)),
  ])
  const entries = new Map(
    parseList(words).map(([word, ipa]) => [foldSpelling(word), align(word, ipa)]),
  )
  const lists = { entries, stems: new Set(stems.split(/\r?\n/).filter((line) => line !== '')) }
  return (word) => lookUp(lists, foldSpelling(word))
}

async function readList(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`The lexicon ${path} cannot be read: install Griot again.`, { cause })
  })
}

function parseList(text: string): readonly (readonly [string, string])[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [word = '', ipa = ''] = line.split('\t')
      return [word, ipa] as const
    })
}

const SEGMENT = /(?:t͡ʃ|d͡ʒ|[^ʼʷː])ʼ?ʷ?ː?/gu
const VOWEL = /^[əuiaeɨo]$/

/** A word's letters with the gemination and the ɨ of its IPA. Throws an Error where the two do not fit each other. */
export function align(word: string, ipa: string): readonly Slot[] {
  const segments = ipa.match(SEGMENT) ?? []
  let next = 0
  const slots = slotsOf(word).map((slot) => {
    const segment = segments[next++] ?? ''
    const geminate = segment.endsWith('ː')
    const follows = VOWEL.test(segments[next] ?? '') ? segments[next++] : undefined
    const isRight = follows === slot.vowel || (slot.vowel === undefined && follows === 'ɨ')
    if (segment.replace('ː', '') !== slot.consonant || !isRight)
      throw new Error(`The lexicon says "${ipa}" of ${word}, which is not what its letters say.`)
    return { consonant: slot.consonant, vowel: follows, geminate, settled: true }
  })
  if (next !== segments.length) throw new Error(`The lexicon says "${ipa}" of ${word}: too long.`)
  return slots
}

function lookUp({ entries, stems }: Lists, word: string): readonly Slot[] | undefined {
  const known = entries.get(word) ?? withTail(entries, word)
  if (known || stems.has(word)) return known
  const prefix = PREFIX.exec(word)?.[0]
  if (prefix === undefined) return undefined
  const rest = word.slice(prefix.length)
  const stem = entries.get(rest) ?? withTail(entries, rest)
  if (stem === undefined && !hasStem(stems, rest)) return undefined
  return [...slotsOf(prefix), ...withOwnStart(stem ?? slotsOf(rest))]
}

/** A word keeps its first vowel after a preposition: "bəmɨdɨr", not "bəmdɨr". */
function withOwnStart(slots: readonly Slot[]): readonly Slot[] {
  const [first, ...others] = slots
  if (first === undefined || first.settled || first.vowel !== undefined) return slots
  return others.length === 0 ? slots : [{ ...first, vowel: 'ɨ' }, ...others]
}

function hasStem(stems: ReadonlySet<string>, word: string): boolean {
  if (stems.has(word)) return true
  for (let length = word.length; length >= LEAST_STEM; length--) {
    const tail = word.slice(length)
    if (!TAIL.test(tail)) continue
    const last = word.charAt(length - 1)
    const isFused = FUSIONS[orderOf(last)]?.test(tail)
    const bare = `${word.slice(0, length - 1)}${withOrder(last, SIXTH)}`
    if (stems.has(word.slice(0, length)) || (isFused && stems.has(bare))) return true
  }
  return false
}

/** The longest word of the lexicon with an ending: its last consonant may have taken the ending's vowel. */
function withTail(
  entries: ReadonlyMap<string, readonly Slot[]>,
  word: string,
): readonly Slot[] | undefined {
  for (let length = word.length; length >= LEAST_STEM; length--) {
    const tail = word.slice(length)
    if (!TAIL.test(tail)) continue
    const written = word.slice(0, length)
    const last = written.charAt(length - 1)
    const stem = entries.get(written) ?? fused(entries, written, last, tail)
    if (stem) return inflect(stem, slotsOf(written), slotsOf(tail))
  }
  return undefined
}

/** The vowel of an ending in a word's last letter, and what else of the ending may follow it. */
const FUSIONS: Readonly<Record<number, RegExp>> = {
  0: /^(?:ኛ.{0,2})?$/,
  1: /^/,
  3: /^(?:[ቸች]|ዊ)/,
  4: /^/,
  6: /^[ችቹቼቻቿ]/,
}

function fused(
  entries: ReadonlyMap<string, readonly Slot[]>,
  written: string,
  last: string,
  tail: string,
): readonly Slot[] | undefined {
  const order = FUSIONS[orderOf(last)]
  if (!order?.test(tail)) return undefined
  return entries.get(`${written.slice(0, -1)}${withOrder(last, SIXTH)}`)
}

/** The stem's gemination throughout; its ɨ as far as the ending cannot have moved it. */
function inflect(
  stem: readonly Slot[],
  written: readonly Slot[],
  tail: readonly Slot[],
): readonly Slot[] {
  const kept = written.map((slot, index) => {
    const known = stem[index]
    if (known && index < stem.length - MOVABLE) return known
    return { ...slot, geminate: known?.geminate ?? false, hasKnownLength: known !== undefined }
  })
  return [...kept, ...tail]
}
