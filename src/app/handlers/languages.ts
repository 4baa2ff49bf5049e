import type { Handlers } from '#shared/api.ts'
import { type DetectWords, otherLanguagesIn } from '#speech/pipeline/code-switches.ts'
import type { WordLanguages } from '#speech/speaker.ts'
import type { LanguageIdentifier } from '#speech/text/detect/languages.ts'
import { windowClosed } from './window-closed.ts'

interface LanguageDependencies {
  readonly languages: Pick<LanguageIdentifier, 'identifyLines'>
  readonly words: WordLanguages
}

type LanguageMethod = Extract<keyof Handlers, `languages.${string}`>

/** The contract's part about the languages of texts. To be closed with its window, for which nobody is waiting then. */
export function languageHandlers({ languages, words }: LanguageDependencies): {
  readonly handlers: Pick<Handlers, LanguageMethod>
  close(): void
} {
  const closed = new AbortController()
  const detectWords: DetectWords = (text, main) => words.detectWords({ text, main }, closed.signal)
  return {
    close: () => closed.abort(windowClosed()),
    handlers: {
      'languages.detect': async ({ lines, script }) => {
        const found = await languages.identifyLines(lines, script)
        return found.map((one) => one ?? {})
      },
      'languages.within': ({ texts, language }) =>
        Promise.all(
          texts.map(async (text) => [...(await otherLanguagesIn(text, language, detectWords))]),
        ),
    },
  }
}
