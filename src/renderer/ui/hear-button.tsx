import './play.css'
import { ActionIcon } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { hearSample, type Sample, useSampling } from './sampling.ts'

interface HearButtonProps {
  readonly sample: Sample
  /** -1 where a list moves the focus here. */
  readonly tabIndex?: number
}

/** Lets a voice say something; a second press silences it. */
export function HearButton({ sample, tabIndex }: HearButtonProps): ReactElement {
  const isHeard = useSampling(({ current }) => current?.sample.key === sample.key)
  return (
    <ActionIcon
      className="play hear-button"
      radius="xl"
      tabIndex={tabIndex}
      aria-pressed={isHeard}
      aria-label={`Hear ${sample.name}`}
      title={sample.text}
      onClick={() => hearSample(sample)}
    >
      {isHeard ? <IconPlayerStopFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
    </ActionIcon>
  )
}
