import { LANGUAGES } from '#shared/languages/languages.ts'
import { YORUBA_INFO } from '#shared/languages/yoruba.ts'

/** A token of a text: a word of letters and marks, or the text between two words. */
export interface TextToken {
  readonly text: string
  readonly isWord: boolean
  /** Start in the text, in UTF-16 units. */
  readonly start: number
}

const CODES = LANGUAGES.map(({ code }) => code)
const ALL_SPANS = [...CODES, 'spell', 'emphasis'].join('|')
const OTHER_SPANS = [...CODES.filter((code) => code !== YORUBA_INFO.code), 'spell'].join('|')
/** Controls as text/markup/controls.ts has them; what they give another language, spell or fix is theirs. */
const CONTROL = String.raw`\[(?<span>${OTHER_SPANS})\][^]{0,2000}?\[/\k<span>\]|\[/?(?:${ALL_SPANS})\]|\[(?:pause|say|ipa|spell)[: ][^\]\n]{0,1000}\]`
/** Tags of SSML and HTML, comments, and characters by name. */
const TAG = '<[/!?]?[a-z-][^<>]{0,2000}>|&[a-z]{2,8};'
/** Web and mail addresses and handles. */
const ADDRESS =
  '(?:https?://|www\\.)\\S{1,2000}|(?<![\\p{L}\\p{N}._+-])[\\p{L}\\p{N}._+-]{1,64}@[\\p{L}\\p{N}.-]{0,200}[\\p{L}\\p{N}]|@[\\p{L}\\p{N}_]{1,64}'
const SITE =
  '(?<![\\p{L}\\p{N}._-])(?:[a-z\\d-]{1,63}\\.){1,8}(?:com|org|net|edu|gov|info|ng|uk)(?![\\p{L}\\p{M}\\p{N}])(?:/\\S{0,2000})?'
/** Text that no mark may change, or a word. */
const WORD = new RegExp(
  `(?<kept>${CONTROL}|${TAG}|${ADDRESS}|${SITE})|\\p{L}[\\p{L}\\p{M}]*`,
  'giu',
)

/** The whole text in order, nothing left out. Hyphens and apostrophes stand between words. */
export function tokensOf(text: string): readonly TextToken[] {
  const tokens: TextToken[] = []
  let end = 0
  for (const match of text.matchAll(WORD)) {
    if (match.index > end)
      tokens.push({ text: text.slice(end, match.index), isWord: false, start: end })
    tokens.push({
      text: match[0],
      isWord: match.groups?.['kept'] === undefined,
      start: match.index,
    })
    end = match.index + match[0].length
  }
  if (end < text.length) tokens.push({ text: text.slice(end), isWord: false, start: end })
  return tokens
}

/**
 * Input of a model for a sentence: its words, and one sign for each stretch between them that breaks the phrase or has
 * figures. `positions`: index of each word among the signs.
 */
export function signsOf<T extends TextToken>(
  tokens: readonly T[],
  signOfWord: (token: T) => string,
): { readonly signs: readonly string[]; readonly positions: readonly number[] } {
  const signs: string[] = []
  const positions: number[] = []
  for (const token of tokens) {
    if (token.isWord) {
      positions.push(signs.length)
      signs.push(signOfWord(token))
    } else {
      if (/\d/.test(token.text)) signs.push('0')
      const mark = /[.,;:?!]/.exec(token.text)?.[0]
      if (mark) signs.push(mark)
    }
  }
  return { signs, positions }
}
