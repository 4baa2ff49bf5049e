/** Space-like and break-like characters; pictures; marks that are drawn but not said. */
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const GROUPING_SPACES = /(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g
const SPACES = /[^\S\n]|[\u115f\u1160\u2800\u3164]/g
const KEYCAPS = /[0-9#*]\ufe0f?\u20e3/g
const PICTURES = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu
/** Variation selectors, joiners, soft hyphens, direction marks and tags, which have no sound. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]|\u034f/gu
const NOT_TEXT = /(?!\n)[\p{Cc}\p{Co}\p{Cn}\ufffd]/gu

/** The raised o of "20 ºC" and "45º", which is also that of a Spanish ordinal such as "1º". */
const DEGREE = /(?<=\d ?)º(?=[CFKNSEW](?!\p{L}))|(?<=(?<![\d.,])\d{2,3}(?:[.,]\d)?)º(?!\p{L})/gu

const QUOTES = /[‘’‚‛ʼʻʹˈ′´＇ꞌʾˀ]/g
const DOUBLE_QUOTES = /[“”„‟«»″〝〞＂]|‹|›/g

/** Canonical character for marks that scripts draw in their own way. */
const SAME_MARK: Readonly<Record<string, string>> = {
  '‐': '-',
  '‑': '-',
  '⁃': '-',
  '‒': '–',
  '―': '—',
  '⸺': '—',
  '⸻': '—',
  '‼': '!',
  '⁉': '?',
  '‽': '?',
  '⁇': '?',
  '؟': '?',
  '፧': '?',
  '،': ',',
  '、': ', ',
  '፣': ',',
  '؛': ';',
  '፤': ';',
  '፥': ':',
  '፦': ':',
  '፨': '. ',
  '。': '. ',
  '።': '. ',
  '።።': '. ',
  '।': '. ',
  '॥': '. ',
  '։': '. ',
  '۔': '. ',
  '፡': ' ',
  '·': ' ',
  '¿': ' ',
  '¡': ' ',
  '↔': '→',
  '➡': '→',
  '⇒': '→',
  '➔': '→',
  '⟶': '→',
  '™': ' ',
  '®': ' ',
  '©': ' ',
  '「': '"',
  '」': '"',
  '『': '"',
  '』': '"',
}
const MARKS = new RegExp(`[${Object.keys(SAME_MARK).join('').replace('-', '\\-')}]`, 'gu')

/** Two word spaces are how many write the Ethiopic full stop; between figures one is a colon: "2፡30". */
const TWO_WORD_SPACES = /፡ ?፡/g
const WORD_SPACE_IN_TIME = /(?<=[\d፩-፼])፡(?=[\d፩-፼])/g

/** A raised number after a short symbol is a power ("km²", "x²"), after a word it is a footnote. */
const POWERS = /(?<!\p{L})(\p{L}{1,2})([²³])(?![⁰¹²³⁴-⁹])/gu
const SUPERSCRIPTS = /(?<=[\p{L}.,;:!?)"'])[⁰¹²³⁴-⁹]+(?![ˢⁿʳᵗ])/gu
const RAISED_DIGITS = /(?<=\d)⁻?[⁰¹²³⁴-⁹]+(?![ˢⁿʳᵗ])/gu
/**
 * Marks of footnotes: `[^name]`, and what stands against the end of a word or sentence: "came.[12]", "king[1][2]", "came.[a]",
 * "came.[note 3]". A figure after a single letter, before a sign of a formula, or nought, is a place in a list: "x[1]", "names[2] = 5".
 */
const FOOTNOTE_NUMBERS = '[1-9]\\d{0,2}(?:[,–-] ?[1-9]\\d{0,2}){0,5}'
const FOOTNOTE_NAMES = '(?:note|nb|n|ref|lower-alpha) [1-9]\\d?|citation needed'
const MARKDOWN_FOOTNOTES = /^\[\^[^\s\]]{1,40}\]:?|\[\^[^\s\]]{1,40}\]/gmu
const FOOTNOTES = new RegExp(
  `(?<=[\\p{L}\\p{M}]{2}|\\d{2}|[.,;:!?…።፣)%"”’»])(?:\\[(?:${FOOTNOTE_NUMBERS}|${FOOTNOTE_NAMES})\\])+(?! ?[=+<>]|[(\\[])|(?<=[.,;:!?…።፣)"”’»])(?:\\[[a-z]\\])+(?!\\p{L})`,
  'gu',
)
const VULGAR_FRACTIONS = /(\d?)([¼-¾⅐-⅞↉])/g

/**
 * Normalises characters, for all languages: NFC, one kind of space, quote, hyphen and line break; no emoji, control or
 * invisible characters, lone surrogates or presentation forms.
 */
export function cleanCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(LINE_BREAKS, '\n')
    .replace(MARKDOWN_FOOTNOTES, ' ')
    .replace(FOOTNOTES, ' ')
    .replace(GROUPING_SPACES, '')
    .replace(SPACES, ' ')
    .replace(KEYCAPS, ' ')
    .replace(TWO_WORD_SPACES, '።')
    .replace(WORD_SPACE_IN_TIME, ':')
    .replace(MARKS, (mark) => SAME_MARK[mark] ?? mark)
    .replace(PICTURES, ' ')
    .replace(INVISIBLE, '')
    .replace(QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(DEGREE, '°')
    .replace(POWERS, (_, base: string, power: string) => `${base}^${power.normalize('NFKC')}`)
    .replace(RAISED_DIGITS, (power) => `^${power.normalize('NFKC').replace('−', '-')}`)
    .replace(SUPERSCRIPTS, ' ')
    .replace(
      VULGAR_FRACTIONS,
      (_, before: string, fraction: string) =>
        `${before}${before ? ' ' : ''}${fraction.normalize('NFKC').replace('⁄', '/')}`,
    )
    .replace(/⁄/g, '/')
    .normalize('NFKC')
    .replace(SPACES, ' ')
    .replace(NOT_TEXT, ' ')
}
