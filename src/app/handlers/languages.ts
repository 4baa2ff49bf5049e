import type { Handlers } from '#shared/api.ts'
import { otherLanguagesIn } from '#speech/pipeline/code-switches.ts'
import type { LanguageIdentifier } from '#speech/text/detect/languages.ts'

/** The contract's part about the languages of texts. */
export function languageHandlers({
  identifyLines,
  detectWords,
}: LanguageIdentifier): Pick<Handlers, Extract<keyof Handlers, `languages.${string}`>> {
  return {
    'languages.detect': async ({ lines, script }) => {
      const found = await identifyLines(lines, script)
      return found.map((one) => one ?? {})
    },
    'languages.within': ({ texts, language }) =>
      Promise.all(
        texts.map(async (text) => [...(await otherLanguagesIn(text, language, detectWords))]),
      ),
  }
}
