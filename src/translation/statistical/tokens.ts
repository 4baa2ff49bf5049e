import type { LanguageCode } from '#shared/languages/languages.ts'

/** A word, a figure, a sign, or a protected part of a sentence. */
export interface Token {
  /** What tables are asked for: letters as in the sentence, or FIGURE. */
  readonly key: string
  /** What stands in the sentence. */
  readonly surface: string
  /** Whether it is a protected part beside a letter or another one, such as a tag: words do not move across it. */
  readonly isWall?: boolean
}

/** Begins or ends the surface of a protected part that had no space on that side; `sentenceOf` takes it off. */
const GLUE = '\u2060'

/** The key of every figure and protected part: tables know that there is one, not which. */
export const FIGURE = '0'
/** A hyphen, apostrophe or slash with a letter or figure on either side. */
export const JOINED = new Set(['@-@', "@'@", '@/@', '@.@'])

/** What Amharic writes together with a figure: "በ2016" is "in 2016", "20ኛው" is "20th". */
const PARTICLES = '(?:እንደ|እስከ|ስለ|ወደ|የ|በ|ለ|ከ)'
const ENDINGS = '(?:ኛውን|ኛው|ኛዋ|ኛ|ዎቹ|ዎች|ቱን|ቱም|ቱ|ኡ|ን|ም|ና|ው)'
const BEFORE_FIGURE = new RegExp(
  String.raw`(?<!\p{Script=Ethiopic})(${PARTICLES})-?(?=\d|[\uE000-\uE0FF]${ENDINGS}?(?![\p{L}\p{M}\uE000-\uE0FF]))`,
  'gu',
)
const AFTER_FIGURE = new RegExp(
  String.raw`(?<=\d|(?:^|\s)[\uE000-\uE0FF])-?${ENDINGS}(?!\p{Script=Ethiopic}|[\uE000-\uE0FF])`,
  'gu',
)

// Combining marks belong to the letter before them; figures keep the signs between and beside them.
const TOKEN = new RegExp(
  [
    String.raw`[\uE000-\uE0FF]`,
    String.raw`[+-]?[$£€₦%#]?\d+(?:[.,:/-]\d+)*(?:%|st|nd|rd|th)?(?![\p{L}\p{M}])`,
    String.raw`(?<!\p{Script=Ethiopic})${PARTICLES}\+(?=\s)`,
    String.raw`(?:'(?=ya))?[\p{L}\p{M}\d]+(?:'[\p{L}\p{M}]+)*`,
    String.raw`\.{2,}|-{2,}|[^\s\p{L}\p{M}\d]`,
  ].join('|'),
  'giu',
)
const ENGLISH_CLITIC = /^(.+?)(n't|'(?:s|re|ve|ll|d|m))$/iu
const LETTER_OR_FIGURE = /[\p{L}\p{M}\d\uE000-\uE0FF]/u
const APOSTROPHES = /[\u2018\u2019\u02bc\u02bb`\u00b4\u201b]/gu

/** The sentence as tables write it: NFC, one kind of apostrophe, one kind of quotation mark. */
export function plain(sentence: string): string {
  return (
    sentence
      .normalize('NFC')
      .replace(APOSTROPHES, "'")
      .replace(/''|[\u201c\u201d\u201e«»]/gu, '"')
      .replace(/[\u200b-\u200f\ufeff]/gu, '')
      .replace(/[–—]/gu, '-')
      // Amharic: two word separators are a full stop, and letters that sound alike are written in several ways.
      .replace(/[፡:]\s?[፡:]/gu, '።')
      .replace(/[ሐኀሠዐፀ-ፆሑ-ሖኁ-ኆሡ-ሦዑ-ዖሃኃሓዓኣ]/gu, alike)
  )
}

/** Rows of syllables that sound alike: ሐ and ኀ as ሀ, ሠ as ሰ, ዐ as አ, ፀ as ጸ; and ሃ as ሀ, ኣ as አ. */
const ALIKE: readonly (readonly [number, number])[] = [
  ...([
    [0x1210, 0x1200],
    [0x1280, 0x1200],
    [0x1220, 0x1230],
    [0x12d0, 0x12a0],
    [0x1340, 0x1338],
  ] as const),
]

function alike(syllable: string): string {
  const code = syllable.codePointAt(0) ?? 0
  const [from, to] = ALIKE.find(([row]) => code >= row && code < row + 8) ?? [0, 0]
  const same = code - from + to
  const plainRow = same & ~7
  // The first and the fourth syllable of these two rows sound alike, too.
  if ((plainRow === 0x1200 || plainRow === 0x12a0) && (same & 7) === 3)
    return String.fromCharCode(plainRow)
  return String.fromCharCode(same)
}

/** Splits a sentence into tokens. Signs within words become tokens of their own, such as "@-@". */
export function tokensOf(sentence: string, language: LanguageCode): Token[] {
  const text = language === 'am' ? withFiguresApart(plain(sentence)) : plain(sentence)
  const tokens: Token[] = []
  for (const match of text.matchAll(TOKEN)) {
    const [found] = match
    const [before = '', after = ''] = [text[match.index - 1], text[match.index + found.length]]
    if (/^[-/'.]$/u.test(found) && LETTER_OR_FIGURE.test(before) && LETTER_OR_FIGURE.test(after)) {
      tokens.push({ key: `@${found}@`, surface: found })
      continue
    }
    if (/[\uE000-\uE0FF]/u.test(found)) {
      const glue = (beside: string): string => (/^\S/u.test(beside) ? GLUE : '')
      const isWall = /[\p{L}\p{M}\uE000-\uE0FF]/u.test(before + after)
      tokens.push({ key: FIGURE, surface: glue(before) + found + glue(after), isWall })
      continue
    }
    if (/^[+-]?[$£€₦%#]?\d/u.test(found)) {
      tokens.push({ key: FIGURE, surface: found })
      continue
    }
    for (const word of wordsIn(found, language)) tokens.push({ key: word, surface: word })
  }
  return tokens
}

/** Figures as words of their own: particles before them as they are split from words, and without endings. */
function withFiguresApart(text: string): string {
  return text.replace(BEFORE_FIGURE, '$1+ ').replace(AFTER_FIGURE, ' ')
}

/** A word of English without its clitic, and the clitic. Only Hausa has words that begin with an apostrophe, such as 'yan. */
function wordsIn(found: string, language: LanguageCode): string[] {
  if (found.startsWith("'") && language !== 'ha') return ["'", ...wordsIn(found.slice(1), language)]
  if (language !== 'en' && language !== 'pcm') return [found]
  const [, stem, clitic] = ENGLISH_CLITIC.exec(found) ?? []
  return stem && clitic ? [stem, clitic] : [found]
}

const GLUED_BEFORE = /^(?:[.,;:!?%)\]}…።፣፤፥፦]|\.{2,}|n't|'(?:s|re|ve|ll|d|m))$/iu
const GLUED_AFTER = /^[([{#$£€₦]$/u

/** Writes tokens as a sentence: no space before a full stop, none within a hyphenated word, quotation marks at their words. */
export function sentenceOf(words: readonly string[]): string {
  let text = ''
  let isGlued = true
  const isOpen = new Map<string, boolean>()
  for (const word of words) {
    if (JOINED.has(word)) {
      text += word[1]
      isGlued = true
      continue
    }
    if (word === '"' || word === "'") {
      const closes = isOpen.get(word) === true
      isOpen.set(word, !closes)
      text += closes || isGlued ? word : ` ${word}`
      isGlued = !closes
      continue
    }
    const isBeside = isGlued || word.startsWith(GLUE) || GLUED_BEFORE.test(word)
    text += isBeside ? word : ` ${word}`
    isGlued = word.endsWith(GLUE) || GLUED_AFTER.test(word)
  }
  return text.replaceAll(GLUE, '')
}
