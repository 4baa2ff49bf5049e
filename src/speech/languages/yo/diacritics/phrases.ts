import { readFile } from 'node:fs/promises'
import { canonical, completes, plainOf } from './marks.ts'
import type { TextToken } from './tokens.ts'

/** Where in a sentence a phrase has its marks for sure. */
type Place = 'anywhere' | 'first' | 'alone'

interface Phrase {
  readonly place: Place
  readonly forms: readonly string[]
}

/** The phrases that begin with a bare word, the longest first. */
export type Phrases = (plain: string) => readonly Phrase[]

/** What may stand between the words of a phrase. */
const JOINT = /^[ \t\u00a0\u2010\u2011-]{1,3}$/
/** What ends a clause before or behind a phrase. */
const BREAK = /[.,;:?!…\n"“”‘()[\]–—]/

/**
 * Opens the lexicon of greetings, expressions and names of places and times whose marks are always the same. Throws an
 * Error that names a file it cannot read.
 */
export async function readPhrases(path: string): Promise<Phrases> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`The lexicon ${path} cannot be read: install Griot again.`, { cause })
  })
  const phrases = new Map<string, Phrase[]>()
  for (const row of text.split('\n').filter((row) => row !== '')) {
    const [place = '', words = ''] = row.split('\t')
    const forms = words.split(' ').map(canonical)
    const first = plainOf(forms[0] ?? '')
    const same = phrases.get(first) ?? []
    phrases.set(first, [...same, { place: place as Place, forms }])
  }
  for (const [first, same] of phrases)
    phrases.set(
      first,
      same.toSorted((a, b) => b.forms.length - a.forms.length),
    )
  return (plain) => phrases.get(plain) ?? []
}

/**
 * The marked forms, in small letters, of all words of a text that belong to a phrase. A phrase that has not every mark
 * that is written is none. Linear in the length of the text.
 */
export function phraseForms(
  tokens: readonly TextToken[],
  phrases: Phrases,
): ReadonlyMap<TextToken, string> {
  const found = new Map<TextToken, string>()
  let at = 0
  while (at < tokens.length) {
    const phrase = phraseAt(tokens, at, phrases)
    for (const [index, form] of phrase.entries()) {
      const token = tokens[at + 2 * index]
      if (token) found.set(token, form)
    }
    at += Math.max(1, 2 * phrase.length - 1)
  }
  return found
}

/** Words of a phrase and what joins them take turns. */
function phraseAt(tokens: readonly TextToken[], at: number, phrases: Phrases): readonly string[] {
  const token = tokens[at]
  if (!token?.isWord) return []
  const fits = ({ place, forms }: Phrase): boolean =>
    forms.every((form, index) => isWord(tokens[at + 2 * index], form)) &&
    forms.slice(1).every((_, index) => JOINT.test(tokens[at + 2 * index + 1]?.text ?? '')) &&
    (place === 'anywhere' || isBreak(tokens, at - 1)) &&
    (place !== 'alone' || isBreak(tokens, at + 2 * forms.length - 1))
  return phrases(plainOf(token.text)).find(fits)?.forms ?? []
}

function isWord(token: TextToken | undefined, form: string): boolean {
  if (!token?.isWord) return false
  const written = canonical(token.text)
  return plainOf(written) === plainOf(form) && completes(form, written)
}

function isBreak(tokens: readonly TextToken[], at: number): boolean {
  const token = tokens[at]
  if (token === undefined) return true
  if (token.isWord) return false
  // A quote at an end of the text or beside a space; one between letters joins them.
  const isQuote =
    /['’]/.test(token.text) && (at === 0 || at === tokens.length - 1 || /\s/.test(token.text))
  return isQuote || BREAK.test(token.text)
}
