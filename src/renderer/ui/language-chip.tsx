import './language-chip.css'
import type { ReactElement } from 'react'
import { LANGUAGES } from '#shared/languages/languages.ts'

/** English name of a language, or its code if it is not supported. */
export function languageName(code: string): string {
  return LANGUAGES.find((language) => language.code === code)?.name ?? code
}

/** Name of a language in the colour of the language. */
export function LanguageChip({ code }: { code: string }): ReactElement {
  return (
    <span className="language-chip" data-language={code}>
      {languageName(code)}
    </span>
  )
}
