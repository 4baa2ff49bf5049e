import './language-chip.css'
import type { ReactElement } from 'react'
import { LANGUAGES } from '#shared/voices.ts'

/** The language's name in English, or its code where it is none of ours. */
export function languageName(code: string): string {
  return LANGUAGES.find((language) => language.code === code)?.name ?? code
}

/** The fixed sign of a language: its code in its colour. Who cannot see it hears the name. */
export function LanguageChip({ code }: { code: string }): ReactElement {
  return (
    <span className="language-chip" data-language={code}>
      <span aria-hidden="true">{code.toUpperCase()}</span>
      <span className="visually-hidden">{languageName(code)}</span>
    </span>
  )
}
