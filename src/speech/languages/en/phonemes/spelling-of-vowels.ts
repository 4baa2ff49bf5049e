/** Aligns the letters of a word with its phones, where the spelling decides how a vowel is pronounced. */

/** Letters that may spell a consonant, longest first; the cheapest path through all of them is taken. */
const CONSONANT_LETTERS: Readonly<Record<string, readonly string[]>> = {
  b: ['bb', 'b'],
  d: ['ed', 'dd', 'ld', 'd'],
  f: ['ff', 'ph', 'gh', 'f'],
  ɡ: ['gg', 'gh', 'gu', 'g', 'x'],
  h: ['wh', 'h', 'j'],
  j: ['y', 'i', 'j'],
  k: ['ck', 'cc', 'ch', 'qu', 'kk', 'k', 'c', 'q', 'x'],
  l: ['ll', 'l'],
  m: ['mm', 'mb', 'mn', 'm'],
  n: ['nn', 'kn', 'gn', 'pn', 'n'],
  ŋ: ['ng', 'n'],
  p: ['pp', 'p'],
  ɹ: ['rr', 'wr', 'rh', 'r'],
  s: ['ss', 'sc', 'ps', 'st', 's', 'c', 'z', 'x'],
  ʃ: ['sh', 'ch', 'ti', 'ci', 'si', 'ssi', 'ss', 's', 't', 'c'],
  t: ['tt', 'ed', 'bt', 'pt', 'th', 't'],
  v: ['v', 'f', 'ph'],
  w: ['wh', 'w', 'u', 'o'],
  z: ['zz', 'ss', 'z', 's', 'x'],
  ð: ['th'],
  θ: ['th'],
  ʒ: ['si', 's', 'g', 'z'],
  tʃ: ['tch', 'ch', 't', 'c'],
  dʒ: ['dge', 'dg', 'gg', 'dj', 'j', 'g', 'd'],
}
const VOWEL_LETTER = /^[aeiouy]/
/** A vowel and what may come with it: "ough", "ay", "ow", "er", "aw". */
const LONGEST_VOWEL = 4
const VOWEL_LETTERS = /^(?:[aeiouy]{1,3}(?:w|gh)?|[aeiou]re?|[aeiou]{2}r)$/
const UNSPELLED_SOUND = 1.1
const WRONG_LETTER = 2
const SILENT_VOWEL = 1
const SILENT_E = 0.1
const SILENT_CONSONANT = 0.8

/** One way to spell the sounds up to here: what it costs, and which letters the last sound took. */
interface Step {
  readonly cost: number
  readonly from: number
  readonly letters: string | undefined
}

/** A phone in IPA, and whether it is a vowel (or a vowel with an r in it). */
export interface SpelledPhone {
  readonly ipa: string
  readonly isVowel: boolean
}

/**
 * The letters that spell each phone of a word, the empty string where none do: the cheapest alignment of the two,
 * in steps of their lengths multiplied. `word`: lower case letters and apostrophes.
 */
export function spellingsOf(word: string, phones: readonly SpelledPhone[]): readonly string[] {
  const letters = word.replaceAll("'", '')
  const width = letters.length + 1
  let row = skipped(
    Array.from({ length: width }, (_, at) => ({
      cost: at === 0 ? 0 : Number.POSITIVE_INFINITY,
      from: 0,
      letters: undefined,
    })),
    letters,
  )
  const rows = [row]
  for (const phone of phones) {
    row = skipped(afterPhone(row, phone, letters), letters)
    rows.push(row)
  }
  return traced(rows, letters.length)
}

function afterPhone(row: readonly Step[], phone: SpelledPhone, letters: string): Step[] {
  const next = row.map(({ cost }, at): Step => {
    return { cost: cost + UNSPELLED_SOUND, from: at, letters: '' }
  })
  for (const [at, { cost }] of row.entries()) {
    for (let length = 1; length <= LONGEST_VOWEL && at + length <= letters.length; length++) {
      const chunk = letters.slice(at, at + length)
      const total = cost + costOf(phone, chunk)
      const best = next[at + length]
      if (best && total < best.cost) next[at + length] = { cost: total, from: at, letters: chunk }
    }
  }
  return next
}

function costOf({ ipa, isVowel }: SpelledPhone, chunk: string): number {
  if (isVowel) return VOWEL_LETTERS.test(chunk) ? chunk.length * 0.01 : Number.POSITIVE_INFINITY
  const usual = CONSONANT_LETTERS[ipa] ?? []
  if (usual.includes(chunk)) return usual.indexOf(chunk) * 0.02
  return chunk.length === 1 && !VOWEL_LETTER.test(chunk) ? WRONG_LETTER : Number.POSITIVE_INFINITY
}

/** The same row with letters that no sound takes. */
function skipped(row: readonly Step[], letters: string): Step[] {
  const next = [...row]
  for (let at = 1; at < next.length; at++) {
    const [before, here] = [next[at - 1], next[at]]
    const cost = (before?.cost ?? 0) + silenceOf(letters, at - 1)
    if (here && cost < here.cost) next[at] = { cost, from: at - 1, letters: undefined }
  }
  return next
}

function silenceOf(letters: string, at: number): number {
  const letter = letters.charAt(at)
  if (letter === 'e' && at === letters.length - 1) return SILENT_E
  if (VOWEL_LETTER.test(letter)) return SILENT_VOWEL
  return letter === letters.charAt(at - 1) || letter === 'h' ? SILENT_E : SILENT_CONSONANT
}

/** The way back from the end: one spelling per phone. */
function traced(rows: readonly (readonly Step[])[], end: number): readonly string[] {
  const spellings: string[] = []
  let at = end
  for (let index = rows.length - 1; index > 0; ) {
    const step = rows[index]?.[at]
    if (!step) break
    if (step.letters !== undefined) {
      spellings.push(step.letters)
      index--
    }
    at = step.from
  }
  return spellings.reverse()
}
