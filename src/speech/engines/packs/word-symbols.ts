import type { SpeechModelFacts } from '#speech/models/speech-model.ts'
import type { PackVoice, SpeechPack } from '#speech/models/speech-pack.ts'
import type { Word } from '#speech/utterance.ts'
import { englishSymbols, type PhoneSymbol } from './english-symbols.ts'
import { lettersIn } from './letters.ts'
import { nearestEnglish } from './phones.ts'
import { respelled } from './respelling.ts'
import { romanise } from './romanise-ethiopic.ts'

/** The symbols by which a voice reads a word: all of them symbols of its model; none for a word that it cannot say. */
export type ReadWord = (word: Word) => readonly PhoneSymbol[]

/** How a voice of a pack reads words. */
export function wordReader(pack: SpeechPack, voice: PackVoice, facts: SpeechModelFacts): ReadWord {
  const symbols = new Set(facts.symbols)
  return facts.reads === 'letters'
    ? (word) => lettersOfWord(word, pack, symbols)
    : (word) => phonesOfWord(word, pack, voice, symbols)
}

/**
 * Phones as the model was trained to read them. A model of English says other languages with English sounds; one of another
 * language gets its own phones as they are, and English ones as the nearest.
 */
function phonesOfWord(
  word: Word,
  { languages, form }: SpeechPack,
  { accent }: PackVoice,
  symbols: ReadonlySet<string>,
): readonly PhoneSymbol[] {
  const isEnglish = languages.includes('en')
  const british = accent === 'en-GB'
  const notation = form === 'kokoro' ? (british ? 'kokoro-gb' : 'kokoro-us') : 'espeak'
  const read =
    isEnglish || !languages.includes(word.language)
      ? englishSymbols(word.syllables, notation)
      : ownSymbols(word, symbols)
  return read.filter(({ symbol }) => symbols.has(symbol))
}

function ownSymbols({ syllables }: Word, symbols: ReadonlySet<string>): readonly PhoneSymbol[] {
  let phone = 0
  return syllables.flatMap(({ phones, stress }) => {
    const mark = stress === 1 ? 'ˈ' : stress === 2 ? 'ˌ' : ''
    const read = phones.flatMap((one) => {
      const index = phone++
      const letters = [...one.ipa.normalize('NFD').replace(/[\u035c\u0361]/gu, '')]
      const known = letters.every((letter) => symbols.has(letter))
        ? letters
        : nearestEnglish(one).flatMap((sound) => [...sound])
      return known.map((symbol) => ({ symbol, phone: index }))
    })
    return mark === '' ? read : [{ symbol: mark, phone: undefined }, ...read]
  })
}

/**
 * Letters of the word as it is written, in Latin letters where the model was trained so. A word whose sounds somebody has
 * given, of another language, or with letters that the model does not read is written as it sounds.
 */
function lettersOfWord(
  word: Word,
  { languages, romanise: inLatin }: SpeechPack,
  symbols: ReadonlySet<string>,
): readonly PhoneSymbol[] {
  const isOwn = languages.includes(word.language) && !word.isGivenInPhones && !isLoan(word)
  const written = isOwn ? lettersIn(inLatin ? romanise(word.text) : word.text, symbols) : undefined
  const { letters } = written?.isWhole
    ? written
    : lettersIn(respelled(word.syllables, languages[0]), symbols)
  return letters.map((symbol) => ({ symbol, phone: undefined }))
}

/** A word that is said by the rules of another language than its sentence. */
function isLoan({ syllables, language }: Word): boolean {
  const phones = syllables.flatMap((syllable) => syllable.phones)
  return phones.length > 0 && phones.every((phone) => (phone.language ?? language) !== language)
}
