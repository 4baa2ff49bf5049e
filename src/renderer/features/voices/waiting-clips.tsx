import { Button } from '@mantine/core'
import { IconClockRecord } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Clip } from '#shared/clips.ts'
import { discardClip } from './asking.ts'
import { describeClip } from './clip-words.ts'
import { RECORD } from './places.ts'
import { useReview } from './review/review-store.ts'
import { resume } from './review/reviewing.ts'
import { useVoices } from './voices-store.ts'

/** Recordings of which no voice was made yet: offered to go on with, none is lost. */
export function WaitingClips(): ReactElement | undefined {
  const clips = useVoices((state) => state.clips)
  const openId = useReview((state) => (state.made ? state.review?.clip.clipId : undefined))
  const waiting = clips.filter(({ clipId }) => clipId !== openId)
  if (waiting.length === 0) return undefined
  return (
    <section className="waiting" aria-label="Recordings that wait">
      {waiting.map((clip) => (
        <Waiting key={clip.clipId} clip={clip} />
      ))}
    </section>
  )
}

function Waiting({ clip }: { clip: Clip }): ReactElement {
  const words = describeClip(clip, new Date())
  const goOn = (): void => {
    window.location.hash = RECORD
    void resume(clip)
  }
  return (
    <div className="notice">
      <IconClockRecord size={24} aria-hidden="true" />
      <div className="notice-words">
        {words} is waiting.
        {!clip.isFinished && ' It was interrupted and can be used as far as it came.'}
      </div>
      <Button variant="default" size="sm" aria-label={`Go on: ${words}`} onClick={goOn}>
        Go on
      </Button>
      <Button
        variant="subtle"
        size="sm"
        aria-label={`Discard: ${words}`}
        onClick={() => void discardClip(clip)}
      >
        Discard
      </Button>
    </div>
  )
}
