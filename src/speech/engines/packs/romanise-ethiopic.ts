/**
 * Consonants of the Ethiopic syllables from U+1200 on, a row of eight each, as uroman writes them (Hermjakob et al. 2018): by
 * the Unicode names of the syllables, except that "c" is "ch", "sz" is "s", "th" is "t", and glottal and pharyngeal stops
 * are left out. "w" at the end: the row of a labialised consonant.
 */
const ROWS =
  'h l hh m s r s sh q qw qh qhw b v t ch x xw n ny - k kw kx kxw w - z zh y d dd j g gw gg t ch ph ts tz f p'.split(
    ' ',
  )
const FIRST = 0x1200
/** Vowels of a row; the eighth syllable is labialised. */
const VOWELS = ['a', 'u', 'i', 'aa', 'ee', 'e', 'o', 'wa']
/** Rows whose eighth syllable ends in "oa". */
const ENDS_IN_OA: ReadonlySet<string> = new Set(['ሇ', 'ቇ', 'ኇ', 'ኯ', 'ዏ', 'ዯ', 'ጏ', 'ፇ'])
/** Rows that uroman reads by a table of its own, without their labialised syllable: that one keeps its Unicode name. */
const BY_NAME: Readonly<Record<string, string>> = {
  ሧ: 'szwa',
  ቿ: 'cwa',
  ጧ: 'thwa',
  ጟ: 'ggwaa',
  ፘ: 'rya',
  ፙ: 'mya',
  ፚ: 'fya',
}

/**
 * Ethiopic text in Latin letters as uroman writes Amharic, with which the models of MMS were trained; other characters stay.
 * @example `romanise('ኢትዮጵያ')` is `'iteyopheyaa'`.
 */
export function romanise(text: string): string {
  return text.replace(/[\u1200-\u135a]/gu, (syllable) => {
    const named = BY_NAME[syllable]
    if (named !== undefined) return named
    const place = syllable.charCodeAt(0) - FIRST
    const row = ROWS[place >> 3] ?? ''
    const consonant = row === '-' ? '' : row
    if (ENDS_IN_OA.has(syllable)) return `${consonant}oa`
    return `${consonant}${VOWELS[place & 7] ?? ''}`
  })
}
