/** Scripts that people paste, as Unicode names them and as a person calls them. */
const SCRIPTS: readonly (readonly [script: string, name: string])[] = [
  ['Latin', 'Latin'],
  ['Ethiopic', 'Ethiopic (Ge’ez)'],
  ['Arabic', 'Arabic'],
  ['Han', 'Chinese'],
  ['Hiragana', 'Japanese (Hiragana)'],
  ['Katakana', 'Japanese (Katakana)'],
  ['Hangul', 'Korean (Hangul)'],
  ['Cyrillic', 'Cyrillic'],
  ['Greek', 'Greek'],
  ['Hebrew', 'Hebrew'],
  ['Devanagari', 'Devanagari'],
  ['Bengali', 'Bengali'],
  ['Gujarati', 'Gujarati'],
  ['Gurmukhi', 'Gurmukhi'],
  ['Tamil', 'Tamil'],
  ['Telugu', 'Telugu'],
  ['Kannada', 'Kannada'],
  ['Malayalam', 'Malayalam'],
  ['Sinhala', 'Sinhala'],
  ['Thai', 'Thai'],
  ['Lao', 'Lao'],
  ['Khmer', 'Khmer'],
  ['Myanmar', 'Burmese'],
  ['Tibetan', 'Tibetan'],
  ['Georgian', 'Georgian'],
  ['Armenian', 'Armenian'],
  ['Nko', 'N’Ko'],
  ['Tifinagh', 'Tifinagh'],
  ['Vai', 'Vai'],
  ['Adlam', 'Adlam'],
]

const MATCHERS = SCRIPTS.map(
  ([script, name]) => [new RegExp(`[\\p{L}&&\\p{Script=${script}}]`, 'v'), name] as const,
)

/**
 * Common names of the scripts that occur in `text`, in the order of the table.
 * @example `scriptsIn('Lagos ሰላም')` is `['Latin', 'Ethiopic (Ge’ez)']`.
 */
export function scriptsIn(text: string): readonly string[] {
  return MATCHERS.filter(([matcher]) => matcher.test(text)).map(([, name]) => name)
}

export interface ScriptFilter {
  /** Whether the text has a letter of the script. */
  readonly reads: (text: string) => boolean
  /** Whether the text has a letter of any other script. */
  readonly hasForeign: (text: string) => boolean
  /** Removes stretches in other scripts, with the digits and points inside them. */
  readonly dropForeign: (text: string) => string
  /** The stretches that `dropForeign` removes, in order. */
  readonly foreignIn: (text: string) => readonly string[]
}

/**
 * Filter of a text for readers of one or several scripts (named as in Unicode).
 * @example `scriptFilter('Latin').hasForeign('ሰላም')` is `true`.
 */
export function scriptFilter(...scripts: readonly string[]): ScriptFilter {
  const script = scripts.map((name) => `\\p{Script=${name}}`).join('')
  const own = new RegExp(`[\\p{L}&&[${script}]]`, 'v')
  const common = `[${script}\\p{Script=Common}\\p{Script=Inherited}]`
  const letter = `[[\\p{L}\\p{M}\\p{Nl}]--${common}]`
  const foreign = new RegExp(letter, 'v')
  // From the first foreign letter to the last one before a readable letter or the end of the line.
  const stretch = new RegExp(`${letter}(?:[^${script}\\n]*${letter})?`, 'gv')
  return {
    reads: (text) => own.test(text),
    hasForeign: (text) => foreign.test(text),
    dropForeign: (text) => text.replace(stretch, ' '),
    foreignIn: (text) => text.match(stretch) ?? [],
  }
}

/** Filter of languages that are written in Latin letters alone. */
export const LATIN = scriptFilter('Latin')
