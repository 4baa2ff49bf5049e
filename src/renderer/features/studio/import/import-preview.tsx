import type { ReactElement } from 'react'
import { spokenLanguage } from '#renderer/features/studio/line-language.ts'
import { useStudio, voiceById } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { LanguageChip } from '#renderer/ui/language-chip.tsx'
import type { ScriptLine } from '#shared/script.ts'
import type { ImportPlan } from './import-plan.ts'

/** Lines that are shown. */
const SHOWN = 12

/** The first lines as they will stand in the script. */
export function ImportPreview(props: {
  readonly plan: ImportPlan
  readonly lines: readonly ScriptLine[]
}): ReactElement {
  const { plan, lines } = props
  if (lines.length === 0) return <p role="alert">{t('import:preview.nothing')}</p>
  const more = lines.length - SHOWN
  return (
    <section className="import-part" aria-label={t('import:preview.label')}>
      <ol className="import-preview">
        {lines.slice(0, SHOWN).map((line, index) => (
          <PreviewLine key={line.id} line={line} directions={plan.lines[index]?.directions ?? []} />
        ))}
      </ol>
      {more > 0 && <p className="text-secondary">{t('import:preview.more', { count: more })}</p>}
    </section>
  )
}

function PreviewLine(props: {
  readonly line: ScriptLine
  readonly directions: readonly string[]
}): ReactElement {
  const { line, directions } = props
  const voice = voiceById(
    useStudio((state) => state.voices),
    line.voice,
  )
  if (line.kind === 'chapter')
    return (
      <li className="import-chapter">
        <strong dir="auto">{line.text}</strong>{' '}
        <span className="text-secondary">{t('import:preview.chapter')}</span>
      </li>
    )
  const language = spokenLanguage(line, voice)
  return (
    <li>
      <span className="import-voice">{voice?.name ?? line.voice}</span>
      <LanguageChip code={language} />
      <span className="import-text" dir="auto" lang={language}>
        {line.text}
        {directions.length > 0 && (
          <span className="text-secondary">
            {' '}
            {t('import:preview.notSpoken', { directions: directions.join(' ') })}
          </span>
        )}
      </span>
    </li>
  )
}
