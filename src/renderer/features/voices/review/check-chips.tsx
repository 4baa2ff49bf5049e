import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import type { RecordingCheck } from '#shared/clips.ts'
import { loadChecks } from './review-actions.ts'
import { useReview } from './review-store.ts'

const ICONS: Readonly<Record<RecordingCheck['state'], ReactElement>> = {
  good: <IconCircleCheck size={20} aria-hidden="true" />,
  advice: <IconAlertTriangle size={20} aria-hidden="true" />,
  refused: <IconCircleX size={20} aria-hidden="true" />,
}

/** Checks of the recording as it would be used now, each with icon, state and advice. */
export function CheckChips(): ReactElement {
  const { checks, isChecking } = useReview()
  if (checks.status === 'failed')
    return (
      <ErrorAlert onRetry={() => void loadChecks()}>
        {t('voices:review.checks.notLoaded', { reason: checks.reason })}
      </ErrorAlert>
    )
  return (
    <section
      className="recording-checks"
      aria-label={t('voices:review.checks.label')}
      aria-busy={isChecking}
    >
      {checks.status === 'loading' ? (
        <p className="text-secondary">
          <Loader type="dots" size="sm" aria-hidden="true" /> {t('voices:review.checks.loading')}
        </p>
      ) : (
        <ul>
          {checks.value.map((check) => (
            <Chip key={check.kind} check={check} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Chip({ check }: { check: RecordingCheck }): ReactElement {
  return (
    <li className="recording-check" data-state={check.state}>
      {ICONS[check.state]}
      <div>
        <strong>{t(`voices:review.checks.names.${check.kind}`)}</strong>{' '}
        <span className="recording-check-label">
          {t(`voices:review.checks.states.${check.state}`)}
        </span>
        <span className="recording-check-figure">{check.figure}</span>
        <p>{check.words}</p>
      </div>
    </li>
  )
}
