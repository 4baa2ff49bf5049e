import { breaksAfter } from '#speech/languages/common/break-after.ts'
import type { Phonemizer, PhonemizerParts } from '#speech/languages/common/phonemizer.ts'
import type { Phone, Syllable, Word } from '#speech/utterance.ts'
import { inContext, type ReadWord } from './context.ts'
import { type Complete, type FullSyllable, openDefaults } from './defaults.ts'
import { hausaFromEnglish, looksEnglish } from './foreign.ts'
import { letterNames } from './letter-names.ts'
import { type FindHausaWord, openHausaLexicon } from './lexicon.ts'
import { readSpelling, type Spelling } from './spelling.ts'
import { markedSyllablesOf, type OpenSyllable, syllablesOf } from './syllables.ts'
import { createToneTagger } from './tone-tagger.ts'

/** Longer runs of letters are read piece by piece. */
const LONGEST_WORD = 40
const WORD = /[\p{L}\p{M}'’‘ʼ]+/gu
const MARKS_RUN = /(\p{M})\1+/gu

interface Token {
  /** Spoken form: small letters, in NFC. */
  readonly text: string
  readonly spelling: Spelling
  /** A single capital is the name of a letter. */
  readonly isLetter: boolean
  readonly breakAfter: boolean
}

interface Knowledge {
  readonly find: FindHausaWord
  readonly complete: Complete
}

/** Opens the reader of Hausa. Its lists and its model of tones are read with the first sentence; a list that cannot be read is an Error with its name. */
export function createHausaPhonemizer(parts: PhonemizerParts): Phonemizer {
  let opened: Promise<Knowledge> | undefined
  return {
    async phonemize({ text, end, endsParagraph }) {
      opened ??= open(parts)
      const knowledge = await opened
      const tokens = tokensOf(text)
      const foreign = await readForeign(tokens, knowledge.find, parts.english)
      const read = tokens.map((token) => ({
        key: token.isLetter ? token.text.toUpperCase() : token.spelling.key,
        syllables: foreign.get(token.spelling.written) ?? readWord(token, knowledge),
        breakAfter: token.breakAfter,
        isMarked: token.isLetter || token.spelling.marksTone,
      }))
      const words = inContext(read).map((word, index) => wordOf(word, tokens[index]?.text ?? ''))
      return { words, end, endsParagraph }
    },
  }
}

async function open({ lexiconFolder, readWeights }: PhonemizerParts): Promise<Knowledge> {
  const [find, weights] = await Promise.all([
    openHausaLexicon(lexiconFolder),
    readWeights('hausa-tones', 'weights.bin'),
  ])
  const complete = await openDefaults(lexiconFolder, weights && createToneTagger(weights))
  return { find, complete }
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (const match of text.replace(MARKS_RUN, '$1').matchAll(WORD)) {
    const end = match.index + match[0].length
    const breakAfter = breaksAfter(match.input, end)
    const pieces = piecesOf(match[0].normalize('NFC'))
    for (const [index, piece] of pieces.entries())
      tokens.push({ ...piece, breakAfter: breakAfter && index === pieces.length - 1 })
  }
  return tokens
}

function piecesOf(written: string): readonly Omit<Token, 'breakAfter'>[] {
  const pieces = written.match(new RegExp(`[^]{1,${LONGEST_WORD}}`, 'gu')) ?? []
  return pieces.flatMap((piece) => {
    const spelling = readSpelling(piece)
    if (spelling.key === '') return []
    const text = piece
      .toLowerCase()
      .replaceAll(/[’‘ʼ]/g, "'")
      .replaceAll(/^'+(?!y)|'+$/g, '')
    return [{ text, spelling, isLetter: /^\p{Lu}\p{M}*$/u.test(piece) }]
  })
}

/** English words of a sentence, as they are written: those that look so, that no Hausa list has and that an English one has. */
async function readForeign(
  tokens: readonly Token[],
  find: FindHausaWord,
  english: PhonemizerParts['english'],
): Promise<ReadonlyMap<string, readonly FullSyllable[]>> {
  const unknown = tokens.flatMap(({ spelling, isLetter }) => {
    const isOwn = isLetter || spelling.isMarked || !looksEnglish(spelling.written)
    return isOwn || find(spelling.key, true) ? [] : [spelling.written]
  })
  const candidates = [...new Set(unknown)]
  const known = await Promise.all(candidates.map((key) => english.knows(key)))
  const words = candidates.filter((_, index) => known[index])
  const syllables = words.length === 0 ? [] : await english.read(words)
  const read = words.map(
    (word, index) => [word, hausaFromEnglish(word, syllables[index] ?? [])] as const,
  )
  return new Map(read.filter(([, sounds]) => sounds.length > 0))
}

function readWord(
  { spelling, isLetter }: Token,
  { find, complete }: Knowledge,
): readonly FullSyllable[] {
  if (isLetter) return complete(spelled(spelling.key))
  const own = syllablesOf(spelling)
  if (own.length === 0) return complete(spelled(spelling.key))
  const known = find(spelling.key, !spelling.isMarked)
  if (known && !spelling.isMarked) return complete(known)
  return complete(known?.length === own.length ? own.map((one, at) => merged(one, known[at])) : own)
}

/** Tones and lengths marked in the text win over the lexicon. */
function merged(own: OpenSyllable, known: OpenSyllable | undefined): OpenSyllable {
  const tone = own.tone ?? known?.tone
  const long = own.long ?? known?.long
  return { ...own, ...known, ...(tone && { tone }), ...(long !== undefined && { long }) }
}

/** A word without a vowel is said letter by letter. */
function spelled(key: string): readonly OpenSyllable[] {
  const names = letterNames(key).flatMap(markedSyllablesOf)
  return names.length > 0 ? names : markedSyllablesOf("'a")
}

function wordOf({ syllables, breakAfter }: ReadWord, text: string): Word {
  return { text, language: 'ha', syllables: syllables.map(syllableOf), breakAfter }
}

function syllableOf({ onset, vowel, long, coda, tone }: FullSyllable): Syllable {
  const ipas = [...onset, long ? `${vowel}ː` : vowel, ...coda]
  return { phones: ipas.map((ipa): Phone => ({ ipa })), stress: 0, tone }
}
