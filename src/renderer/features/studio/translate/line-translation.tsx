import './translate.css'
import { Button } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import type { ScriptLine } from '#shared/script.ts'
import { correctable, languageOfLine, rememberCorrection, useTranslate } from './translate-store.ts'
import { qualityAdvice, qualityWords } from './translation-words.ts'

/** In the head of a line: how well it was translated, until it is changed. */
export function TranslationBadge({ line }: { line: ScriptLine }): ReactElement | undefined {
  const known = useTranslate(({ translated }) => translated[line.id])
  if (!known || known.text !== line.text) return undefined
  const quality = known.qualities.map((each) => qualityWords(each, known.server)).join(', ')
  return (
    <span className="translation-badge" title={known.qualities.map(qualityAdvice).join(' ')}>
      <IconLanguage size={16} aria-hidden="true" />
      <span className="visually-hidden">{t('translate:badge')} </span>
      {quality}
    </span>
  )
}

/** Below a translated line that the person has corrected: the offer to remember it. */
export function CorrectionOffer(props: {
  readonly line: ScriptLine
  readonly number: number
}): ReactElement | undefined {
  const { line, number } = props
  const known = correctable(
    line,
    useTranslate(({ translated }) => translated),
  )
  const { isPending, error, run } = useAsyncAction('stays')
  const text = line.text.trim()
  if (!known || text === '' || text === known.text || languageOfLine(line) !== known.target)
    return undefined
  if (known.remembered === text)
    return <p className="correction text-secondary">{t('translate:correction.remembered')}</p>
  return (
    <div className="correction">
      <Button
        size="compact-sm"
        variant="light"
        disabled={isPending}
        aria-label={t('translate:correction.rememberOf', { number })}
        title={t('translate:correction.means', { source: known.source })}
        onClick={() => void run(() => rememberCorrection(line))}
      >
        {t('translate:correction.remember')}
      </Button>
      <InlineError reason={error} />
    </div>
  )
}
