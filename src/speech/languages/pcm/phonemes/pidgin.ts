import { join } from 'node:path'
import { breaksAfter } from '#speech/languages/common/break-after.ts'
import type { Phonemizer, PhonemizerParts } from '#speech/languages/common/phonemizer.ts'
import { broadNigerianAccent } from '#speech/languages/en/phonemes/nigerian-accent.ts'
import { NIGERIAN_LETTER_NAMES } from '#speech/languages/en/phonemes/nigerian-letter-names.ts'
import { wordsOf } from '#speech/languages/en/phonemes/words.ts'
import type { Phone, Syllable, Word } from '#speech/utterance.ts'
import { openLexicon, type PidginLexicon, syllablesOfIpa } from './lexicon.ts'
import { canBeRead, readSpelling } from './spelling.ts'
import { withMelody } from './tones.ts'

const WORD = /[\p{L}\p{M}'’ʼ]+/gu

interface Token {
  readonly text: string
  readonly breakAfter: boolean
  /** A single capital, which the text stage writes for the name of a letter. */
  readonly isLetter: boolean
}

/**
 * Opens the reader of Nigerian Pidgin: its own words from `pcm-words.tsv`, English ones with Nigerian vowels, others by
 * their letters. Every syllable has a tone.
 */
export function createPidginPhonemizer(parts: PhonemizerParts): Phonemizer {
  let opened: Promise<PidginLexicon> | undefined
  return {
    async phonemize({ text, end, endsParagraph }) {
      opened ??= openLexicon(join(parts.lexiconFolder, 'pcm-words.tsv'))
      const lexicon = await opened
      const tokens = tokensOf(text)
      const read = await readWords(tokens, lexicon, parts)
      const spoken = tokens.map((token, index) => ({ ...token, syllables: read[index] ?? [] }))
      const melody = withMelody(spoken, end, lexicon)
      const words = tokens.map(
        (token, index): Word => ({
          text: token.text,
          language: 'pcm',
          syllables: melody[index] ?? [],
          breakAfter: token.breakAfter,
        }),
      )
      return { words, end, endsParagraph }
    },
  }
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (const match of text.normalize('NFC').matchAll(WORD)) {
    const stop = match.index + match[0].length
    const breakAfter = breaksAfter(match.input, stop)
    const pieces = wordsOf(match[0])
    const isLetter = /^[A-Z]$/.test(match[0]) && match[0] !== 'I'
    for (const [index, piece] of pieces.entries()) {
      const isLast = index === pieces.length - 1
      tokens.push({ text: piece.text, breakAfter: breakAfter && isLast, isLetter })
    }
  }
  return tokens.map((token, index) => ({ ...token, isLetter: isLetterAt(tokens, index) }))
}

/** A capital I is the pronoun, but a letter beside another letter: "A I". */
function isLetterAt(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index]
  if (token?.text !== 'i') return token?.isLetter ?? false
  return (tokens[index - 1]?.isLetter ?? false) || (tokens[index + 1]?.isLetter ?? false)
}

async function readWords(
  tokens: readonly Token[],
  lexicon: PidginLexicon,
  { english }: PhonemizerParts,
): Promise<readonly (readonly Syllable[])[]> {
  const own = tokens.map(({ text, isLetter }) =>
    isLetter ? letterName(text) : lexicon.get(text)?.syllables,
  )
  const unknown = [...new Set(tokens.filter((_, index) => !own[index]).map(({ text }) => text))]
  const known = await Promise.all(unknown.map((text) => english.knows(text)))
  const foreign = unknown.filter((text, index) => known[index] || !canBeRead(text))
  const sounds = foreign.length === 0 ? [] : await english.read(foreign)
  const loans = new Map(
    foreign.map((text, index) => [text, pidginOfEnglish(text, sounds[index] ?? [])]),
  )
  return tokens.map(({ text }, index) => own[index] ?? loans.get(text) ?? readSpelling(text))
}

function letterName(letter: string): readonly Syllable[] | undefined {
  const name = NIGERIAN_LETTER_NAMES[letter]
  if (name === undefined) return undefined
  return syllablesOfIpa(name).map((syllable, index) => ({
    ...syllable,
    tone: index > 0 ? 'L' : 'H',
  }))
}

const AFFRICATES: Readonly<Record<string, string>> = { tʃ: 't͡ʃ', dʒ: 'd͡ʒ' }

/** An English word in Pidgin: Nigerian vowels, the last of two consonants lost, high tone on the stressed syllable. */
function pidginOfEnglish(text: string, english: readonly Syllable[]): readonly Syllable[] {
  const [word] = broadNigerianAccent([
    { text, language: 'en', syllables: english, breakAfter: false },
  ])
  const syllables = word?.syllables ?? []
  const strong = syllables.findIndex(({ stress }) => stress === 1)
  return syllables.map(({ phones }, index): Syllable => {
    const kept = index === syllables.length - 1 ? withoutLastStop(phones) : phones
    return {
      phones: kept.map(({ ipa }) => ({ ipa: AFFRICATES[ipa] ?? ipa })),
      stress: 0,
      tone: index === strong ? 'H' : 'L',
    }
  })
}

/** "hand" is han, "world" wɔl. */
function withoutLastStop(phones: readonly Phone[]): readonly Phone[] {
  const isNasalOrLateral = /^[nl]$/.test(phones.at(-2)?.ipa ?? '')
  return phones.at(-1)?.ipa === 'd' && isNasalOrLateral ? phones.slice(0, -1) : phones
}
