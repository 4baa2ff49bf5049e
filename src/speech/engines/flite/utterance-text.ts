import type { MappedSentence } from './base-phones.ts'
import { mappingOf } from './phone-mapping.ts'

/** Text and pronunciations with which flite speaks exactly the given phones. */
export interface UtteranceText {
  readonly text: string
  readonly pronunciations: ReadonlyMap<string, readonly string[]>
}

/**
 * Function words, whose spelling gives flite their part of speech, which shapes its rhythm and intonation. All other
 * words are sent under a made-up name: flite would expand "dr", spell "nnpc" and split "john's" before it looks up any
 * pronunciation, and one name per word keeps two pronunciations of "record" apart.
 */
const FUNCTION_WORDS = new Set(
  (
    'of for in on that with by at from as if against about before because under after over into while ' +
    'without through new between among until per up down to the a an no some this each another those every ' +
    'all any these both neither many will may would can could should must ought might and but or plus yet nor ' +
    'who what where how when her his their its our mine is am are was were has have had be'
  ).split(' '),
)

/** "the" is left to flite, which knows the sound that follows it across a phrase break. */
const LEFT_TO_FLITE = 'the'

/** Text and pronunciations of a sentence. Requested pauses become commas; its end becomes . ? or a comma. */
export function utteranceText(sentence: MappedSentence): UtteranceText {
  const pronunciations = new Map<string, readonly string[]>()
  const names: string[] = []
  for (const word of sentence.words) {
    const phones = stressedPhones(word)
    const name = nameFor(word, phones, pronunciations)
    if (name !== LEFT_TO_FLITE) pronunciations.set(name, phones)
    // A pause is a phrase break in flite too, so that the words around it are not run together.
    const isAsked = (word.pauseAfterSeconds ?? 0) > 0
    const rests = word.breakAfter || word.restsAfter === true || isAsked
    names.push(rests ? `${name},` : name)
  }
  const goesOn = sentence.end === 'clause' || sentence.end === 'joint'
  const mark = sentence.end === 'question' ? '?' : goesOn ? ',' : '.'
  return { text: names.join(' ').replace(/,?$/, mark), pronunciations }
}

function nameFor(
  word: MappedSentence['words'][number],
  phones: readonly string[],
  taken: ReadonlyMap<string, readonly string[]>,
): string {
  if (word.text === LEFT_TO_FLITE) return LEFT_TO_FLITE
  const earlier = taken.get(word.text)
  const same = earlier === undefined || earlier.join(' ') === phones.join(' ')
  return FUNCTION_WORDS.has(word.text) && same ? word.text : madeUpName(taken.size)
}

/**
 * A name that flite can pronounce, so that it looks it up and does not spell it: consonants and vowels in turn, never a
 * real word.
 */
function madeUpName(index: number): string {
  const consonants = 'bdfgklmnprstv'
  let name = 'zo'
  for (let rest = index, i = 0; i < 3; i++) {
    name += `${consonants[rest % consonants.length]}u`
    rest = Math.floor(rest / consonants.length)
  }
  return name
}

const VOWEL = /^(aa|ae|ah|ao|aw|ax|ay|eh|er|ey|ih|iy|ow|oy|uh|uw)$/

/** Vowels with the stress digit of flite's lexicon, 0 or 1; schwa is never stressed. */
function stressedPhones(word: MappedSentence['words'][number]): string[] {
  return word.syllables.flatMap(({ phones, stress, tone }) => {
    const isFull = stress > 0 || tone !== undefined
    const bases = phones.flatMap((phone) => mappingOf(phone).bases)
    return bases.map((base) =>
      VOWEL.test(base) ? `${base}${isFull && base !== 'ax' ? 1 : 0}` : base,
    )
  })
}
