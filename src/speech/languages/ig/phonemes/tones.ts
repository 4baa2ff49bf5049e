/** Tones of words and what a phrase makes of them (Green and Igwe 1963; Emenanjo 2015; the rates are of the headword list). */
import type { SentenceEnd, Tone } from '#speech/utterance.ts'
import type { ToneLexicon } from './lexicon.ts'
import type { WrittenSyllable } from './syllables.ts'
import { verbTones } from './verbs.ts'

/** The most frequent pattern of nouns of two, three and four syllables in the headword list; each holds for a quarter of them. */
const DEFAULTS: Readonly<Record<number, readonly Tone[]>> = {
  2: ['H', 'H'],
  3: ['L', 'L', 'L'],
  4: ['H', 'H', 'H', 'H'],
}
/** Subject pronouns that lean on their verb: high in a statement, low in a question that asks yes or no. */
const CLITICS = new Set(['ọ', 'o', 'i', 'ị', 'a', 'e'])
const QUESTION_WORDS = new Set([
  'gịnị',
  'gini',
  'onye',
  'olee',
  'ole',
  'ebee',
  'kedu',
  'kedụ',
  'mgbe',
  'gwa',
  'òlee',
  'maka',
])
/** Before "na" these make it the auxiliary and not "and" or "in". */
const SUBJECTS = new Set(
  'm i ị ya ọ o a ha e anyị unu gị mụ ndị nke ihe onye ebe mgbe ka ahụ na'.split(' '),
)
/** Words that are no noun, though they stand beside one. */
const NO_NOUNS = new Set(
  (
    'na m i ị ya ọ o a ha e anyị unu gị mụ ma mana ka nke ndị bụ bu dị di nwere nwe si ji ga gara so sị kwa ahụ niile nile ' +
    'ọzọ ozo naanị otu abụọ atọ anọ ise isii asaa asatọ itoolu iri narị puku nde ijeri mgbe ebe onye ihe ugbu ọbụla bụla'
  ).split(' '),
)
/** The longest word that is looked for as two. */
const LONGEST_COMPOUND = 24

/** A word of the sentence. */
export interface IgboWord {
  readonly text: string
  readonly syllables: readonly WrittenSyllable[]
  readonly breakAfter: boolean
  /** Tones decided elsewhere (an English word, a letter). */
  readonly fixed?: readonly Tone[]
}

/** A tone for each syllable of each word. */
export function tonesOf(
  words: readonly IgboWord[],
  end: SentenceEnd,
  lexicon: ToneLexicon,
): readonly (readonly Tone[])[] {
  const own = words.map(
    (word, index) =>
      markedTones(word.syllables) ??
      word.fixed ??
      wordTones(word, lexicon, isAfterAuxiliary(words, index)),
  )
  const asksYesOrNo = end === 'question' && !words.some(({ text }) => QUESTION_WORDS.has(text))
  const inPhrase = own.map((tones, index) => {
    const word = words[index]
    if (!word || markedTones(word.syllables)) return tones
    if (asksYesOrNo && CLITICS.has(word.text) && startsClause(words, index)) return ['L' as const]
    if (word.text === 'a' && isDemonstrative(words, index)) return ['L' as const]
    return isOwned(words, own, index, lexicon) ? steppedDown(tones) : tones
  })
  return heldDown(words, inPhrase)
}

/**
 * Tones as written: unmarked syllables are high beside grave and macron, and repeat the previous tone where high is
 * marked too.
 */
function markedTones(syllables: readonly WrittenSyllable[]): readonly Tone[] | undefined {
  if (!syllables.some(({ tone }) => tone !== undefined)) return undefined
  const marksHigh = syllables.some(({ tone }) => tone === 'H')
  let last: Tone = marksHigh ? 'L' : 'H'
  return syllables.map(({ tone }): Tone => {
    const said: Tone = tone ?? (marksHigh ? last : 'H')
    last = said.endsWith('H') ? 'H' : 'L'
    return said
  })
}

function wordTones(
  { text, syllables }: IgboWord,
  lexicon: ToneLexicon,
  afterAuxiliary: boolean,
): readonly Tone[] {
  const bare = text.replace(/^n'/, '')
  const form = verbTones(bare, lexicon)
  const isVerb = afterAuxiliary || isCommonForm(bare, lexicon)
  const found =
    (isVerb ? form : undefined) ?? known(bare, lexicon) ?? form ?? compoundTones(bare, lexicon)
  const count = syllables.length
  if (found?.length === count) return found
  return (
    DEFAULTS[count] ??
    syllables.map((_, index): Tone => (index === count - 1 && count > 1 ? 'L' : 'H'))
  )
}

/** "ị na-eme", "ha ga-aga": after the auxiliary an a or e begins a participle. */
function isAfterAuxiliary(words: readonly IgboWord[], index: number): boolean {
  const before = words[index - 1]
  if (!before || before.breakAfter || !/^[ae]/.test(words[index]?.text ?? '')) return false
  if (before.text === 'ga') return true
  return before.text === 'na' && SUBJECTS.has(words[index - 2]?.text ?? '')
}

/** "ịga", "hụrụ": the infinitive or the past of a common root, and no common noun. */
function isCommonForm(word: string, lexicon: ToneLexicon): boolean {
  if (lexicon.common(word) !== undefined) return false
  const root = /^[iị]/.test(word) ? word.slice(1) : /^(.+[aeiịoọuụ])r[aeiịoọuụ]$/.exec(word)?.[1]
  return root !== undefined && lexicon.common(`-${root}`) !== undefined
}

function known(word: string, lexicon: ToneLexicon): readonly Tone[] | undefined {
  return lexicon.word(word) ?? lexicon.verb(word)
}

/** "ụlọakwụkwọ": two known words in one. */
function compoundTones(word: string, lexicon: ToneLexicon): readonly Tone[] | undefined {
  if (word.length > LONGEST_COMPOUND) return undefined
  for (let cut = word.length - 2; cut >= 2; cut--) {
    const first = lexicon.word(word.slice(0, cut))
    const second = first && lexicon.word(word.slice(cut))
    if (first && second) return [...first, ...second]
  }
  return undefined
}

function startsClause(words: readonly IgboWord[], index: number): boolean {
  return index === 0 || (words[index - 1]?.breakAfter ?? false)
}

/** "ụlọ a": "this" follows its noun and ends the phrase or stands before a verb; the pronoun begins a clause. */
function isDemonstrative(words: readonly IgboWord[], index: number): boolean {
  const before = words[index - 1]
  if (!before || before.breakAfter || NO_NOUNS.has(before.text))
    return before?.text === 'nke' || before?.text === 'ndị' || before?.text === 'ihe'
  return true
}

/** A noun after a noun whose last tone is high belongs to it: "ihe agha". */
function isOwned(
  words: readonly IgboWord[],
  own: readonly (readonly Tone[])[],
  index: number,
  lexicon: ToneLexicon,
): boolean {
  const [before, word] = [words[index - 1], words[index]]
  if (!before || !word || before.breakAfter || word.fixed || before.fixed) return false
  const areNouns = [before, word].every(({ text }) => {
    const bare = text.replace(/^n'/, '')
    return (
      lexicon.word(bare) !== undefined && (!NO_NOUNS.has(bare) || bare === 'ihe' || bare === 'onye')
    )
  })
  return areNouns && !word.text.startsWith("n'") && own[index - 1]?.at(-1) === 'H'
}

/** High high becomes high and stepped down, as in 30 of 53 such headwords; other patterns mostly stay. */
function steppedDown(tones: readonly Tone[]): readonly Tone[] {
  return tones.length === 2 && tones.every((tone) => tone === 'H') ? ['H', 'M'] : tones
}

/** After a step down high tones stay on the new level until a low one comes. */
function heldDown(
  words: readonly IgboWord[],
  tones: readonly (readonly Tone[])[],
): readonly (readonly Tone[])[] {
  let isDown = false
  return tones.map((ofWord, index) => {
    const held = ofWord.map((tone): Tone => {
      const said = isDown && tone === 'H' ? 'M' : tone
      isDown = said === 'M'
      return said
    })
    if (words[index]?.breakAfter) isDown = false
    return held
  })
}
