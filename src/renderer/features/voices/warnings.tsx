import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import type { OwnVoice } from '#shared/clips.ts'

/** Warnings about the recording, with advice. */
export function RecordingWarnings(props: Pick<OwnVoice, 'warnings'>): ReactElement | undefined {
  if (props.warnings.length === 0) return undefined
  return (
    <ul className="own-warnings" aria-label={t('voices:clip.warnings')}>
      {props.warnings.map(({ kind, words }) => (
        <li key={kind} className="notice notice-warning">
          <IconAlertTriangle size={24} aria-hidden="true" />
          <div className="notice-text">{words}</div>
        </li>
      ))}
    </ul>
  )
}
