import { type ArpabetPhone, stressOf, withStress } from './arpabet.ts'

/**
 * Stress for a word whose phones come from letter-to-sound rules, which know none. The rule is that of English nouns
 * (Chomsky & Halle 1968, chapter 3): a word of two syllables has it on the first; a longer one on the second last if
 * that is heavy (a long vowel, or two consonants after it), otherwise on the third last. A word that ends in a written
 * vowel other than y is most likely a name, and names have it on the second last (Obama, Kawasaki). A reduced vowel is
 * passed over. Sounds that carry a 1 already stay as they are.
 */
export function withDefaultStress(
  word: string,
  sounds: readonly ArpabetPhone[],
): readonly ArpabetPhone[] {
  const vowels = sounds.flatMap((sound, index) => (stressOf(sound) === undefined ? [] : [index]))
  if (vowels.length === 0 || sounds.some((sound) => stressOf(sound) === 1)) return sounds
  const order = candidates(sounds, vowels, endsLikeName(word, sounds))
  const stressed = order.find((index) => sounds[index] !== 'AH0') ?? vowels[0]
  return sounds.map((sound, index) => (index === stressed ? withStress(sound, 1) : sound))
}

/** Its last letter is heard as a vowel: not the e of "blurfle". */
function endsLikeName(word: string, sounds: readonly ArpabetPhone[]): boolean {
  const last = sounds.at(-1)
  return /[aeiou]$/.test(word) && last !== undefined && stressOf(last) !== undefined
}

/** Places of the vowels, the likeliest bearer of the stress first. */
function candidates(
  sounds: readonly ArpabetPhone[],
  vowels: readonly number[],
  isName: boolean,
): readonly number[] {
  const [last = 0, secondLast, thirdLast] = vowels.toReversed()
  if (secondLast === undefined) return [last]
  if (thirdLast === undefined) return [secondLast, last]
  const heavy = isName || isLong(sounds[secondLast]) || last - secondLast > 2
  const order = heavy ? [secondLast, thirdLast] : [thirdLast, secondLast]
  return [...order, ...vowels]
}

function isLong(sound: ArpabetPhone | undefined): boolean {
  return sound !== undefined && /^(?:AA|AO|AW|AY|EY|IY|OW|OY|UW)\d$/.test(sound)
}
