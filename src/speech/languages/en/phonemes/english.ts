/** English words to sounds: the order in which the ways of knowing a word are asked. */
import { africanName, isAfricanName } from './african-names.ts'
import { type ArpabetPhone, parseSounds, soundsOfSymbol } from './arpabet.ts'
import type { HomographTagger } from './homograph-tagger.ts'
import { readHomograph } from './homographs.ts'
import { isLetterA, isUnreadable, letterName, spelledOut } from './letters.ts'
import type { EnglishLexicon } from './lexicon.ts'
import { pronounceByParts, withPluralS } from './morphology.ts'
import { withDefaultStress } from './stress.ts'
import { functionWord } from './weak-forms.ts'
import type { EnglishToken } from './words.ts'

/** Sounds of words that no lexicon knows, in the order asked. */
export type GuessSounds = (
  words: readonly string[],
) => Promise<readonly (readonly ArpabetPhone[])[]>

/** The sounds of each word of a sentence, at least one per word. `tagger`: chooses between homographs. */
export async function pronounceEnglish(
  tokens: readonly EnglishToken[],
  lexicon: EnglishLexicon,
  guess: GuessSounds,
  tagger?: HomographTagger,
): Promise<readonly (readonly ArpabetPhone[])[]> {
  const known = tokens.map((_, index) => pronounceKnown(tokens, index, lexicon, tagger))
  const unknown = [...new Set(tokens.flatMap(({ text }, index) => (known[index] ? [] : [text])))]
  const guesses = unknown.length === 0 ? [] : await guess(unknown)
  const guessed = new Map(unknown.map((word, index) => [word, guesses[index] ?? []]))
  const full = tokens.map(({ text }, index) => known[index] ?? guessed.get(text) ?? [])
  return tokens.map((token, index) => reduced(token, full, index, tokens))
}

/** Letter-to-sound output of a word as stressed phones; spelled out where there is none. */
export function soundsOfGuess(word: string, symbols: readonly string[]): readonly ArpabetPhone[] {
  const sounds = symbols.flatMap(soundsOfSymbol)
  return sounds.length === 0 ? spelledOut(word) : withDefaultStress(word, sounds)
}

function pronounceKnown(
  tokens: readonly EnglishToken[],
  index: number,
  lexicon: EnglishLexicon,
  tagger: HomographTagger | undefined,
): readonly ArpabetPhone[] | undefined {
  const token = tokens[index]
  if (!token) return undefined
  const { text } = token
  return (
    letterAt(tokens, index) ??
    polishName(token) ??
    homographAt(tokens, index, tagger) ??
    (token.elided ? lexicon(`'${text}`) : undefined) ??
    lexicon(text) ??
    (isUnreadable(text) ? spelledOut(text) : pronounceByParts(text, lexicon)) ??
    (isAfricanName(text) ? africanName(text) : undefined)
  )
}

function letterAt(
  tokens: readonly EnglishToken[],
  index: number,
): readonly ArpabetPhone[] | undefined {
  const text = tokens[index]?.text ?? ''
  const words = tokens.map((token) => token.text)
  const isArticle =
    text === 'a' && !isLetterA(words, index, (at) => tokens[at]?.breakAfter ?? false)
  return isArticle ? undefined : letterName(text)
}

/** A capital tells the people from the shoe cream, where the text kept it. */
function polishName({ text, capital }: EnglishToken): readonly ArpabetPhone[] | undefined {
  return text === 'polish' && capital ? parseSounds('P OW1 L IH0 SH') : undefined
}

function homographAt(
  tokens: readonly EnglishToken[],
  index: number,
  tagger: HomographTagger | undefined,
): readonly ArpabetPhone[] | undefined {
  const reading = readHomograph(tokens, index, tagger)
  if (!reading) return undefined
  const sounds = parseSounds(reading.arpabet)
  return reading.addS ? withPluralS(sounds) : sounds
}

function reduced(
  token: EnglishToken,
  full: readonly (readonly ArpabetPhone[])[],
  index: number,
  tokens: readonly EnglishToken[],
): readonly ArpabetPhone[] {
  const sounds = full[index] ?? []
  // A letter and an elided "'em" only look like function words.
  if (token.elided || isLetterName(tokens, index, sounds)) return sounds
  const next = token.breakAfter || index === tokens.length - 1 ? undefined : full[index + 1]
  const startsPhrase = index === 0 || (tokens[index - 1]?.breakAfter ?? false)
  return functionWord(token.text, { next, startsPhrase }) ?? sounds
}

/** The a of "plan a", the i of "a i". */
function isLetterName(
  tokens: readonly EnglishToken[],
  index: number,
  sounds: readonly ArpabetPhone[],
): boolean {
  const token = tokens[index]
  if (token?.text === 'a') return sounds[0] === 'EY1'
  if (token?.text !== 'i') return false
  const previous = tokens[index - 1]
  const isAfterLetter = previous?.text.length === 1 && !previous.breakAfter
  return isAfterLetter || (tokens[index + 1]?.text.length === 1 && !token.breakAfter)
}
