import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import type { RecordingCheck } from '#shared/clips.ts'
import { loadChecks } from './review-actions.ts'
import { useReview } from './review-store.ts'

const NAMES: Readonly<Record<RecordingCheck['kind'], string>> = {
  length: 'Length',
  level: 'Level',
  speech: 'Speech',
  clipping: 'Clipping',
  noise: 'Noise',
}

const STATES: Readonly<
  Record<RecordingCheck['state'], { readonly icon: ReactElement; readonly label: string }>
> = {
  good: { icon: <IconCircleCheck size={20} aria-hidden="true" />, label: 'good' },
  advice: { icon: <IconAlertTriangle size={20} aria-hidden="true" />, label: 'could be better' },
  refused: { icon: <IconCircleX size={20} aria-hidden="true" />, label: 'must be fixed' },
}

/** Checks of the recording as it would be used now, each with icon, state and advice. */
export function CheckChips(): ReactElement {
  const { checks, isChecking } = useReview()
  if (checks.status === 'failed')
    return (
      <ErrorAlert onRetry={() => void loadChecks()}>
        {`The recording could not be checked. ${checks.reason}`}
      </ErrorAlert>
    )
  return (
    <section className="recording-checks" aria-label="Checks" aria-busy={isChecking}>
      {checks.status === 'loading' ? (
        <p className="text-secondary">
          <Loader type="dots" size="sm" aria-hidden="true" /> Checking the recording…
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
  const { icon, label } = STATES[check.state]
  return (
    <li className="recording-check" data-state={check.state}>
      {icon}
      <div>
        <strong>{NAMES[check.kind]}</strong> <span className="recording-check-label">{label}</span>
        <span className="recording-check-figure">{check.figure}</span>
        <p>{check.words}</p>
      </div>
    </li>
  )
}
