import { respellText } from '#renderer/features/studio/script-commands.ts'
import { lineById } from '#renderer/features/studio/studio-store.ts'
import {
  acceptForm,
  markupOf,
  type SaidAs,
  scopeOf,
  setPronunciation,
} from '#renderer/pronunciations.ts'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Acceptance } from './accept-menu.tsx'
import { closeWord, type OpenWord } from './word-store.ts'

/** Ways to accept a reading of a word, and why the last one failed. */
export interface Acceptances {
  readonly error: string | undefined
  /** Other marks on the word. */
  readonly ofForm: (form: string) => Acceptance
  /** Markup instead of the word or around it, for the line alone. */
  readonly ofMarkup: (markup: string) => Acceptance
  /** Other text or IPA, which the dictionary can keep for texts of a language. */
  readonly ofSaid: (saidAs: SaidAs, language: LanguageCode, markup?: string) => Acceptance
}

/** What accepting a reading of a word does. */
export function useAcceptance(word: OpenWord): Acceptances {
  const { error, run } = useAsyncAction('stays')
  const inLine = (written: string): void => {
    const text = lineById(word.lineId)?.text
    if (text?.slice(word.start, word.end) !== word.written) return
    closeWord()
    respellText(word.lineId, word.start, word.end, written)
  }
  const keep = (work: () => Promise<void>): void => {
    void run(async () => {
      await work()
      closeWord()
    })
  }
  return {
    error,
    ofForm: (form) => ({
      inLine: () => inLine(form),
      inScope: (projectId) => keep(() => acceptForm(word.written, form, projectId)),
    }),
    ofMarkup: (markup) => ({ inLine: () => inLine(markup) }),
    ofSaid: (saidAs, language, markup = markupOf(saidAs)) => ({
      inLine: () => inLine(markup),
      inScope: (projectId) =>
        keep(() =>
          setPronunciation({
            ...{ word: word.written, saidAs, language },
            ...{ scope: scopeOf(projectId), caseSensitive: false },
          }),
        ),
    }),
  }
}
