import './language-chip.css'
import type { ReactElement } from 'react'
import { LANGUAGES } from '#shared/languages/languages.ts'

/** English name of a language, or its code if it is not supported. */
export function languageName(code: string): string {
  return LANGUAGES.find((language) => language.code === code)?.name ?? code
}

/** Language code in the colour of the language. Screen readers get its name. */
export function LanguageChip({ code }: { code: string }): ReactElement {
  return (
    <span className="language-chip" data-language={code}>
      <span aria-hidden="true">{code.toUpperCase()}</span>
      <span className="visually-hidden">{languageName(code)}</span>
    </span>
  )
}
