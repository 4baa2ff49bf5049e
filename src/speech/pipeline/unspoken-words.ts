import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Pronunciation } from '#shared/pronunciation.ts'
import { applyDictionary } from '#speech/dictionary/apply.ts'
import { languageFor, registeredLanguages } from '#speech/languages/registry.ts'
import { cleanCharacters } from '#speech/text/characters.ts'
import { parseMarkup } from '#speech/text/markup/markup.ts'
import type { Run } from '#speech/text/runs.ts'

const OTHER_LETTERS = /[\p{L}--\p{Script=Latin}]/v

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
  // Markup has no letters of other scripts that count, and most texts have none.
  if (!OTHER_LETTERS.test(text)) return []
  const runs = applyDictionary(parseMarkup(text), pronunciations, language)
  return runs.flatMap((run) => (run.kind === 'text' ? unspokenIn(run, language) : []))
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
