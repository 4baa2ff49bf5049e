import { IconWaveSine } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { clockWords } from '#renderer/ui/clock-words.ts'
import type { HeardAt } from '#shared/script.ts'

/** When a line is said in the recording from which it was written down; nothing for other lines. */
export function HeardAtTime({ at }: { at: HeardAt | undefined }): ReactElement | undefined {
  if (!at) return undefined
  const { start, end } = at
  const words = `${clockWords(start)}–${clockWords(end)}`
  return (
    <span
      className="heard-at"
      title={`In the recording from ${clockWords(start)} to ${clockWords(end)}: ${(end - start).toFixed(1)} s`}
    >
      <IconWaveSine size={16} aria-hidden="true" />
      <span className="visually-hidden">In the recording: </span>
      {words}
    </span>
  )
}
