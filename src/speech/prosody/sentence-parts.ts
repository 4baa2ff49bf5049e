import type { IntonationCues } from '#speech/languages/common/intonation-cues.ts'
import { languageFor } from '#speech/languages/registry.ts'
import type { Sentence, Word } from '#speech/utterance.ts'
import { type FoundTurn, findTurns } from './turns.ts'

/** What a stretch of a sentence is for, as far as its melody shows it. */
export type PartKind =
  /** A member of a list that another one follows. */
  | 'item'
  /** A choice that another one follows. */
  | 'choice'
  /** Singled out, or set against something that is denied, and what follows that. */
  | 'focus'
  | 'contrast'
  | 'afterFocus'
  /** The word of a question that asks. */
  | 'asked'
  /** The end of what a tag asks assent to. */
  | 'beforeTag'
  | 'aside'
  | 'quoted'

/** Words `from` to before `to`. */
export interface SentencePart {
  readonly kind: PartKind
  readonly from: number
  readonly to: number
}

/** Which answer a question wants: yes or no, what its word asks for, or one of its choices; undefined where none is asked. */
export type Asking = 'yes-no' | 'word' | 'choice' | undefined

export interface SentenceParts {
  readonly parts: readonly SentencePart[]
  readonly asking: Asking
}

/** Members of a list have at most so many words; its first and last one may stand beside the rest of the sentence. */
const MOST_IN_ITEM = 4
/** Of a list whose first member stands beside the rest and whose two others are joined. */
const MOST_OF_THREE = 2
const MOST_IN_TAG = 4

/**
 * What the parts of a sentence are for, by its words and marks: those that single out, deny, choose and ask in its main language, short
 * phrases in a row, quotation marks and brackets. Words may belong to several parts. Linear in the length of the sentence.
 */
export function sentenceParts(sentence: Sentence): SentenceParts {
  const { words } = sentence
  const marked = registerParts(words)
  const cues = cuesOf(words)
  if (!cues) return { parts: marked, asking: sentence.end === 'question' ? 'yes-no' : undefined }
  const phrases = phrasesOf(words)
  const tag = sentence.end === 'question' ? tagOf(words, phrases, cues) : undefined
  const asked = askedWord(sentence, phrases, cues)
  const choices = sentence.end === 'question' && !tag ? choicesOf(words, cues) : []
  const asking = askingOf(sentence, tag !== undefined, asked !== undefined, choices.length > 0)
  const turns = findTurns(words, cues)
    .filter(({ meant }) => asked === undefined || asked < meant.from || asked >= meant.to)
    .flatMap((turn) => turnParts(turn, words))
  return {
    asking,
    parts: [
      ...marked,
      ...listItems(sentence, phrases, cues).map((at) => partAt('item', at)),
      ...(asking === 'choice' ? choices.map((at) => partAt('choice', at)) : []),
      ...(asking === 'word' && asked !== undefined ? [partAt('asked', asked)] : []),
      ...(tag && tag.from > 0 ? [partAt('beforeTag', tag.from - 1)] : []),
      ...turns,
    ],
  }
}

function partAt(kind: PartKind, at: number): SentencePart {
  return { kind, from: at, to: at + 1 }
}

function askingOf(
  { end }: Sentence,
  hasTag: boolean,
  hasWord: boolean,
  hasChoices: boolean,
): Asking {
  if (end !== 'question') return undefined
  if (hasTag) return 'yes-no'
  if (hasWord) return 'word'
  return hasChoices ? 'choice' : 'yes-no'
}

/** The cues of the language of most words. */
function cuesOf(words: readonly Word[]): IntonationCues | undefined {
  const counts = new Map<Word['language'], number>()
  for (const { language } of words) counts.set(language, (counts.get(language) ?? 0) + 1)
  const [main] = [...counts].sort(([, one], [, other]) => other - one)
  return main && languageFor(main[0]).intonation
}

interface Phrase {
  readonly from: number
  readonly to: number
}

/** Words between marks, or pauses that were asked for. */
function phrasesOf(words: readonly Word[]): readonly Phrase[] {
  const phrases: Phrase[] = []
  let from = 0
  for (const [at, word] of words.entries()) {
    if (!endsPhrase(word) && at < words.length - 1) continue
    phrases.push({ from, to: at + 1 })
    from = at + 1
  }
  return phrases
}

function endsPhrase({ breakAfter, pauseAfterSeconds = 0 }: Word): boolean {
  return breakAfter || pauseAfterSeconds > 0
}

/** The last phrase of a question, where it is a tag. */
function tagOf(
  words: readonly Word[],
  phrases: readonly Phrase[],
  { tags }: IntonationCues,
): Phrase | undefined {
  const last = phrases.at(-1)
  if (!last || last.from === 0 || last.to - last.from > MOST_IN_TAG) return undefined
  return tags.has(textOf(words, last)) ? last : undefined
}

function textOf(words: readonly Word[], { from, to }: Phrase): string {
  return words
    .slice(from, to)
    .map(({ text }) => text.normalize('NFC'))
    .join(' ')
}

/** Index of the word that asks; undefined without one. */
function askedWord(
  { words, end }: Sentence,
  phrases: readonly Phrase[],
  { questionWords, asksAnywhere }: IntonationCues,
): number | undefined {
  if (end !== 'question') return undefined
  const starts = [0, phrases.at(-1)?.from ?? 0].map((start) => afterLinks(words, start))
  const places = asksAnywhere ? words.keys() : starts
  for (const at of places) if (questionWords.has(words[at]?.text ?? '')) return at
  return undefined
}

/** "In what", "but where": where such words at a place are over, two at most. */
function afterLinks(words: readonly Word[], start: number): number {
  let at = start
  while (at < start + 2 && isLink(words[at])) at++
  return at
}

function isLink(word: Word | undefined): boolean {
  if (word === undefined) return false
  const { conjunctions, prepositions } = languageFor(word.language).phraseBreaks
  const isQuestionWord = languageFor(word.language).intonation?.questionWords.has(word.text)
  return !isQuestionWord && (conjunctions.has(word.text) || prepositions.has(word.text))
}

/** The last words before those that join choices. */
function choicesOf(words: readonly Word[], { or }: IntonationCues): readonly number[] {
  return words.flatMap((_, at) => {
    const length = lengthAt(words, at, or)
    return length > 0 && at > 0 && at + length < words.length ? [at - 1] : []
  })
}

/** Number of words of the longest of these expressions at a place; 0 where none stands there. */
function lengthAt(words: readonly Word[], at: number, expressions: ReadonlySet<string>): number {
  for (let length = 3; length > 0; length--) {
    const isInside = at + length <= words.length
    if (isInside && expressions.has(textOf(words, { from: at, to: at + length }))) return length
  }
  return 0
}

/** The last words of the members of lists that another member follows. */
function listItems(
  { words, end }: Sentence,
  phrases: readonly Phrase[],
  cues: IntonationCues,
): readonly number[] {
  const items: number[] = []
  let row: readonly Phrase[] = []
  for (const phrase of phrases) {
    const join = joinOfLast(words, phrase, row.length, cues)
    if (join === undefined)
      row = beginsClause(words[phrase.from]) ? [phrase] : withMember(row, phrase)
    else {
      items.push(...row.map(lastOf), ...(join > phrase.from ? [join - 1] : []))
      row = []
    }
  }
  return [...items, ...openItems(row, end)]
}

/** "But", "because": no member of a list begins with it. */
function beginsClause(word: Word | undefined): boolean {
  return word !== undefined && languageFor(word.language).phraseBreaks.conjunctions.has(word.text)
}

/** The row of members with the next one, or a new row where it is none. */
function withMember(row: readonly Phrase[], phrase: Phrase): readonly Phrase[] {
  const isMember = row.length > 0 && phrase.to - phrase.from <= MOST_IN_ITEM
  return isMember ? [...row, phrase] : [phrase]
}

/** Of a row without a word that joins it: the last member falls, unless the sentence goes on. */
function openItems(row: readonly Phrase[], end: Sentence['end']): readonly number[] {
  const goesOn = end === 'clause' || end === 'joint'
  if (goesOn) return row.length > 1 ? row.map(lastOf) : []
  return row.length > 2 ? row.slice(0, -1).map(lastOf) : []
}

function lastOf({ to }: Phrase): number {
  return to - 1
}

/** Where the word stands that joins the last member of a list of so many members before, if this phrase has it. */
function joinOfLast(
  words: readonly Word[],
  phrase: Phrase,
  before: number,
  { and, or }: IntonationCues,
): number | undefined {
  if (before === 0) return undefined
  for (let at = phrase.from; at < phrase.to - 1; at++) {
    if (lengthAt(words, at, and) === 0 && lengthAt(words, at, or) === 0) continue
    const isOther =
      at > phrase.from && (isNumeral(words[at - 1]) || beginsClause(words[phrase.from]))
    return !isOther && isLastMember(phrase, at, before) ? at : undefined
  }
  return undefined
}

/** "Yam and beans" after one member or more, or "and beans" after two or more. */
function isLastMember({ from, to }: Phrase, join: number, before: number): boolean {
  const [ahead, after] = [join - from, to - join - 1]
  const most = before > 1 ? MOST_IN_ITEM : MOST_OF_THREE
  return ahead <= most && after <= MOST_IN_ITEM && (ahead > 0 || before > 1)
}

/** "Hundred", after which "and" goes on with a number. */
function isNumeral(word: Word | undefined): boolean {
  return (
    word !== undefined && languageFor(word.language).phraseBreaks.numerals?.has(word.text) === true
  )
}

function turnParts({ meant, isContrast, to }: FoundTurn, words: readonly Word[]): SentencePart[] {
  let end = to
  while (end < words.length && !endsPhrase(words[end - 1]!)) end++
  const kind = isContrast ? 'contrast' : 'focus'
  const after: SentencePart[] =
    end > meant.to ? [{ kind: 'afterFocus', from: meant.to, to: end }] : []
  return [{ kind, ...meant }, ...after]
}

/** Stretches in brackets, between dashes or in quotation marks, as the text has them. */
function registerParts(words: readonly Word[]): readonly SentencePart[] {
  const parts: SentencePart[] = []
  let from = 0
  for (const [at, { register }] of words.entries()) {
    if (words[at + 1]?.register === register && at < words.length - 1) continue
    if (register) parts.push({ kind: register, from, to: at + 1 })
    from = at + 1
  }
  return parts
}
