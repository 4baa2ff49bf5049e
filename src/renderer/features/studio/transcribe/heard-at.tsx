import { IconWaveSine } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { tenths } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
import { clockWords } from '#renderer/ui/clock-words.ts'
import type { HeardAt } from '#shared/script.ts'

/** When a line is said in the recording from which it was written down; nothing for other lines. */
export function HeardAtTime({ at }: { at: HeardAt | undefined }): ReactElement | undefined {
  if (!at) return undefined
  const { start, end } = at
  const values = { from: clockWords(start), to: clockWords(end) }
  return (
    <span
      className="heard-at"
      title={t('transcribe:heardAt.title', { ...values, seconds: tenths(end - start) })}
    >
      <IconWaveSine size={16} aria-hidden="true" />
      <RichText
        text="transcribe:heardAt.words"
        parts={{ hidden: <span className="visually-hidden" /> }}
        values={values}
      />
    </span>
  )
}
