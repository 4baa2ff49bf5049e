import type { ReactElement } from 'react'

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' })

/** The language's name in English, or its code where the browser does not know it. */
export function languageName(code: string): string {
  return NAMES.of(code) ?? code
}

/** A small fixed sign for the language a line is spoken in. */
export function LanguageChip({ code }: { code: string }): ReactElement {
  return (
    <span className="language-chip" title={languageName(code)}>
      <span aria-hidden="true">{code.toUpperCase()}</span>
      <span className="only-heard">{languageName(code)}</span>
    </span>
  )
}
