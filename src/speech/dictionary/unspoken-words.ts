import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Pronunciation } from '#shared/pronunciation.ts'
import { languageFor, registeredLanguages } from '#speech/languages/registry.ts'
import { cleanCharacters } from '#speech/text/characters.ts'
import { parseMarkup } from '#speech/text/markup/markup.ts'
import type { Run } from '#speech/text/runs.ts'
import { applyDictionary } from './apply.ts'

/**
 * What a text has in scripts that its language cannot read, so that it is left out where the rest is spoken: stretches of it, in
 * order. What markup or the dictionary says how to read is not among them. `language` is the request's. Throws
 * AppError('text/markup' or 'text/too-long'). Linear in the length of the text.
 * @example `unspokenWords('Pay 5 to Иван Петров today', 'en')` is `['Иван Петров']`.
 */
export function unspokenWords(
  text: string,
  language: LanguageCode,
  pronunciations: readonly Pronunciation[] = [],
): readonly string[] {
  // Most texts have only letters that can be read. Markup alone may give some to a language that cannot.
  if (!otherLetters(MARKUP.test(text)).test(text)) return []
  const runs = applyDictionary(parseMarkup(text), pronunciations, language)
  return runs.flatMap((run) => (run.kind === 'text' ? unspokenIn(run, language) : []))
}

/** Where markup begins, of any kind. */
const MARKUP = /[[<]/
const otherThan = new Map<boolean, RegExp>()

/**
 * Matches letters that make a text worth parsing: with markup, all that are not Latin; without, those of the scripts in which no language
 * is written, since what is written in the script of one language alone is read by its rules among others too.
 */
function otherLetters(hasMarkup: boolean): RegExp {
  const known = otherThan.get(hasMarkup)
  if (known) return known
  const scripts = hasMarkup ? [] : registeredLanguages().map(({ script }) => script)
  const read = ['Latin', ...scripts].map((script) => `\\p{Script=${script}}`).join('')
  const made = new RegExp(`[\\p{L}--[${read}]]`, 'v')
  otherThan.set(hasMarkup, made)
  return made
}

function unspokenIn(
  { text, style, fixed }: Extract<Run, { kind: 'text' }>,
  language: LanguageCode,
): readonly string[] {
  const own = style.language ?? language
  // Letters of a script that one language alone has are read by its rules, unless the writer has said otherwise.
  const isFree = !fixed && !style.spelled && !style.language
  const pieces = isFree || style.spelled ? text.split(scriptsReadInside(own)) : [text]
  const { prepare, readableScripts } = languageFor(own)
  return pieces.flatMap((piece) => {
    const clean = cleanCharacters(piece)
    return readableScripts.foreignIn(prepare ? prepare(clean) : clean)
  })
}

const splitters = new Map<LanguageCode, RegExp>()

/** Matches letters of the scripts that one other language alone is written in. */
function scriptsReadInside(language: LanguageCode): RegExp {
  const known = splitters.get(language)
  if (known) return known
  const scripts = registeredLanguages().map(({ script }) => script)
  const others = scripts.filter(
    (script) =>
      script !== languageFor(language).script &&
      scripts.indexOf(script) === scripts.lastIndexOf(script),
  )
  const letters = others.map((script) => `\\p{Script=${script}}`).join('')
  const made = letters === '' ? /(?!)/u : new RegExp(`[${letters}]+`, 'u')
  splitters.set(language, made)
  return made
}
