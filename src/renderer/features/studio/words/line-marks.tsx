import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import { respellText } from '#renderer/features/studio/script-commands.ts'
import { lineById } from '#renderer/features/studio/studio-store.ts'
import { keepTakeFor } from '#renderer/features/studio/takes/same-reading.ts'
import { t } from '#renderer/i18n/i18n.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { ScriptLine } from '#shared/script.ts'
import { HearButton } from './hear-button.tsx'
import { closeWord } from './word-store.ts'

/** A Yoruba line as it is written beside the same with its marks, to be heard one after the other. */
export function LineMarks(props: {
  readonly line: ScriptLine
  readonly language: LanguageCode
  /** The line with its marks; undefined where none are missing. */
  readonly marked: string | undefined
}): ReactElement | undefined {
  const { line, language, marked } = props
  if (marked === undefined) return undefined
  const write = async (): Promise<void> => {
    const now = lineById(line.id)
    if (now?.text !== line.text) return
    closeWord()
    await keepTakeFor(now, marked)
    if (lineById(line.id)?.text !== line.text) return
    respellText(line.id, 0, line.text.length, marked)
  }
  return (
    <section className="word-marks" aria-label={t('words:marks.title')}>
      <h3>{t('words:marks.heading')}</h3>
      <p lang="yo">{marked}</p>
      <div className="word-actions">
        <HearButton
          label={t('words:marks.hearWritten')}
          name={t('words:marks.written')}
          {...{ voice: line.voice, language, text: line.text, restoresMarks: false }}
        />
        <HearButton
          label={t('words:marks.hearMarked')}
          name={t('words:marks.marked')}
          {...{ voice: line.voice, language, text: marked }}
        />
        <Button size="compact-sm" variant="subtle" onClick={() => void write()}>
          {t('words:marks.write')}
        </Button>
      </div>
    </section>
  )
}
