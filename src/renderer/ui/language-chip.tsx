import './language-chip.css'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { LANGUAGES } from '#shared/languages/languages.ts'

/** Name of a language in the language of the studio, or its code if it is not supported. */
export function languageName(code: string): string {
  const language = LANGUAGES.find((known) => known.code === code)
  return language ? t(`ui:languages.${language.code}`) : code
}

/** Name of a language in the colour of the language. */
export function LanguageChip({ code }: { code: string }): ReactElement {
  return (
    <span className="language-chip" data-language={code}>
      {languageName(code)}
    </span>
  )
}
