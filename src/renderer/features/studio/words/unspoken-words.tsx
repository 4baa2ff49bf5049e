import { type ReactElement, useEffect, useState } from 'react'
import { call } from '#renderer/client.ts'
import type { TextRange } from '#renderer/features/studio/find/find-matches.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { ScriptLine } from '#shared/script.ts'

/** Time after the last letter until a text is looked at, in milliseconds. */
const REST_MS = 400
/** Only letters of other scripts can be unreadable: most lines are not asked about. */
const OTHER_LETTERS = /[\p{L}--\p{Script=Latin}]/v
const NONE: readonly never[] = []

/** The words of a line that are left out, because its language cannot read their letters, once it has not been edited for a moment. */
export function useUnspokenWords(text: string, language: LanguageCode): readonly TextRange[] {
  const projectId = useStudio(({ scriptId }) => scriptId)
  const mayHave = OTHER_LETTERS.test(text)
  const key = `${language} ${text}`
  const [known, setKnown] = useState<{
    readonly key: string
    readonly words: readonly TextRange[]
  }>()
  useEffect(() => {
    if (!mayHave) return
    const find = async (): Promise<void> => {
      const words = await call('words.unspoken', {
        text,
        language,
        ...(projectId && { projectId }),
      })
      setKnown({ key, words })
    }
    // Where it cannot be told, speaking the line says why.
    const timer = setTimeout(() => void find().catch(() => undefined), REST_MS)
    return () => clearTimeout(timer)
  }, [key, text, language, projectId, mayHave])
  return mayHave && known?.key === key ? known.words : NONE
}

/** Below the line that is worked on: its words that are not spoken. */
export function UnspokenWords(props: {
  readonly line: ScriptLine
  readonly number: number
  readonly words: readonly TextRange[]
}): ReactElement | undefined {
  const { line, number, words } = props
  const isSelected = useStudio(({ selectedId }) => selectedId === line.id)
  if (!isSelected || words.length === 0) return undefined
  return (
    <section
      className="doubtful-words"
      aria-label={t('words:unspoken.ofLine', { number: String(number) })}
    >
      <span className="text-secondary">{t('words:unspoken.check')}</span>
      {words.map(({ start, end }) => (
        <bdi key={start}>{line.text.slice(start, end)}</bdi>
      ))}
    </section>
  )
}
