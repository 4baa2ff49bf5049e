import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Syllable, Tone } from '#speech/utterance.ts'
import { plainPhone } from './phones.ts'

type Spelling = Readonly<Record<string, string>>

/** Letters that most languages here write for a sound; a sound without a line is left out. */
const LATIN: Spelling = {
  ...{ p: 'p', b: 'b', t: 't', d: 'd', k: 'k', ɡ: 'g', q: 'k', c: 'k', ɟ: 'g', f: 'f', v: 'v' },
  ...{ s: 's', z: 'z', ʃ: 'sh', ʒ: 'j', tʃ: 'ch', dʒ: 'j', ts: 'ts', θ: 't', ð: 'd', h: 'h' },
  ...{ ɦ: 'h', x: 'h', ħ: 'h', χ: 'h', ç: 'h', ɣ: 'g', β: 'b', ɸ: 'f', m: 'm', n: 'n', ŋ: 'ng' },
  ...{ ɲ: 'ny', l: 'l', ɫ: 'l', ɹ: 'r', ɾ: 'r', r: 'r', ɽ: 'r', j: 'y', w: 'w', kp: 'kp' },
  ...{ ɡb: 'gb', ɓ: 'b', ɗ: 'd', kʼ: 'k', tʼ: 't', pʼ: 'p', sʼ: 's', tsʼ: 'ts', tʃʼ: 'ch' },
  ...{ j̰: 'y', kʷ: 'kw', ɡʷ: 'gw', hʷ: 'hw', xʷ: 'hw', ŋʷ: 'nw', kʼʷ: 'kw', kʷʼ: 'kw' },
  ...{ i: 'i', ɪ: 'i', ɨ: 'i', e: 'e', ɛ: 'e', æ: 'a', a: 'a', ɑ: 'a', ɐ: 'a', ʌ: 'a', ə: 'a' },
  ...{ ɜ: 'e', ɝ: 'a', ɚ: 'a', ɒ: 'o', ɔ: 'o', o: 'o', ʊ: 'u', u: 'u', eɪ: 'e', aɪ: 'ai' },
  ...{ aʊ: 'au', ɔɪ: 'oi', oʊ: 'o', əʊ: 'o' },
}
/** As English words are written in Yoruba: "ṣọ́ọ̀ṣì" of church, "bọ́ọ̀sì" of bus. */
const YORUBA: Spelling = {
  ...LATIN,
  ...{ ʃ: 'ṣ', tʃ: 'ṣ', tʃʼ: 'ṣ', z: 's', v: 'f', ŋ: 'n', ɲ: 'y', ɛ: 'ẹ', ɔ: 'ọ', ɒ: 'ọ' },
  ...{ ʌ: 'ọ', ɝ: 'ọ', aʊ: 'ao', ɔɪ: 'ọi', ts: 's', tsʼ: 's' },
}
/** Hausa has no p and no v: "fefa" of paper. */
const HAUSA: Spelling = {
  ...LATIN,
  ...{ p: 'f', pʼ: 'f', v: 'b', tʃ: 'c', tʃʼ: 'c', ð: 'z', ʔ: "'", kʼ: 'ƙ', kʼʷ: 'ƙw', kʷʼ: 'ƙw' },
  ...{ sʼ: 'ts', tsʼ: 'ts', ɓ: 'ɓ', ɗ: 'ɗ', j̰: 'ƴ', kp: 'kw', ɡb: 'gw', ŋ: 'n' },
}
const IGBO: Spelling = { ...LATIN, ...{ ɪ: 'ị', ʊ: 'ụ', ɔ: 'ọ', ɒ: 'ọ', ŋ: 'ṅ', ɲ: 'ny' } }
/** As uroman writes Amharic. */
const AMHARIC: Spelling = {
  ...LATIN,
  ...{ a: 'aa', ɑ: 'aa', æ: 'aa', ɐ: 'a', ʌ: 'a', e: 'ee', ɛ: 'ee', eɪ: 'ee', ɨ: 'e', ɪ: 'i' },
  ...{ ɝ: 'ere', ɚ: 'are', aɪ: 'aaye', aʊ: 'aawe', ɔɪ: 'oye', kʼ: 'q', kʼʷ: 'qw', kʷʼ: 'qw' },
  ...{ pʼ: 'ph', sʼ: 'ts', ʒ: 'zh', θ: 's', ð: 'z', ŋ: 'n', kp: 'kep', ɡb: 'geb' },
}
const SPELLINGS: Readonly<Partial<Record<LanguageCode, Spelling>>> = {
  ...{ yo: YORUBA, ha: HAUSA, ig: IGBO, am: AMHARIC },
}
const MARKS: Readonly<Record<Tone, string>> = {
  ...{ H: '\u0301', M: '', L: '\u0300', HL: '\u0302', LH: '\u030c' },
}

/**
 * Sounds as a reader of `language` would write them, for models that read letters: words of other languages, and
 * pronunciations that a person has given. In Yoruba the tones are marked; a stressed syllable of another language is high, and
 * the others are low, as in loans.
 * For example, "bus" becomes *bọ́s* in Yoruba.
 */
export function respelled(syllables: readonly Syllable[], language: LanguageCode): string {
  const spelling = SPELLINGS[language] ?? LATIN
  const isStressed = syllables.some(({ stress }) => stress > 0)
  return syllables
    .map((syllable) => {
      const mark = language === 'yo' ? markOf(syllable, isStressed) : ''
      return language === 'am'
        ? withVowels(syllable, spelling)
        : lettersOf(syllable, spelling, mark)
    })
    .join('')
    .normalize('NFC')
}

function lettersOf({ phones }: Syllable, spelling: Spelling, mark: string): string {
  let isMarked = false
  return phones
    .map((phone) => {
      const { letters, isNasal, isVowel } = plainPhone(phone)
      const written = spelling[letters] ?? ''
      if (!isVowel || isMarked || written === '') return `${written}${isNasal ? 'n' : ''}`
      isMarked = true
      const [first = '', ...rest] = written
      return `${first}${mark}${rest.join('')}${isNasal ? 'n' : ''}`
    })
    .join('')
}

/** A consonant without a vowel is the sixth of its row in Amharic, which uroman writes with "e". */
function withVowels({ phones }: Syllable, spelling: Spelling): string {
  return phones
    .map((phone, at) => {
      const { letters, isVowel } = plainPhone(phone)
      const written = spelling[letters] ?? ''
      const next = phones[at + 1]
      const isAlone = !isVowel && written !== '' && !(next && plainPhone(next).isVowel)
      return isAlone ? `${written}e` : written
    })
    .join('')
}

function markOf({ tone, stress }: Syllable, isStressed: boolean): string {
  if (tone) return MARKS[tone]
  if (!isStressed) return ''
  return stress > 0 ? MARKS.H : MARKS.L
}
