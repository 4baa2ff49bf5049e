import { ActionIcon } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { hearSample, useSampling } from './sampling.ts'
import type { Voice } from './studio-store.ts'

/** Lets a voice introduce itself; a second press silences it. Its list moves the focus here. */
export function HearButton({ voice }: { voice: Voice }): ReactElement {
  const isHeard = useSampling(({ current }) => current?.voice.id === voice.id)
  return (
    <ActionIcon
      className="play hear-button"
      radius="xl"
      tabIndex={-1}
      aria-pressed={isHeard}
      aria-label={`Hear ${voice.name}`}
      title={voice.sample}
      onClick={() => hearSample(voice)}
    >
      {isHeard ? <IconPlayerStopFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
    </ActionIcon>
  )
}
