import { Button } from '@mantine/core'
import { IconClockRecord } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import type { Clip } from '#shared/clips.ts'
import { describeClip } from './clip-description.ts'
import { discardClip } from './library-actions.ts'
import { resumeClip } from './review/review-actions.ts'
import { useReview } from './review/review-store.ts'
import { RECORD_HREF } from './voices-routes.ts'
import { useVoices } from './voices-store.ts'

/** Recordings from which no voice has been created yet, each with buttons to resume or discard it. */
export function PendingClips(): ReactElement | undefined {
  const clips = useVoices((state) => state.clips)
  const openId = useReview((state) => (state.createdVoice ? state.review?.clip.clipId : undefined))
  const pending = clips.filter(({ clipId }) => clipId !== openId)
  if (pending.length === 0) return undefined
  return (
    <section className="pending-clips" aria-label={t('voices:pending.label')}>
      {pending.map((clip) => (
        <PendingClip key={clip.clipId} clip={clip} />
      ))}
    </section>
  )
}

function PendingClip({ clip }: { clip: Clip }): ReactElement {
  const words = describeClip(clip, new Date())
  const resume = (): void => {
    window.location.hash = RECORD_HREF
    void resumeClip(clip)
  }
  return (
    <div className="notice">
      <IconClockRecord size={24} aria-hidden="true" />
      <div className="notice-text">
        {t(clip.isFinished ? 'voices:pending.unused' : 'voices:pending.interrupted', {
          clip: words,
        })}
      </div>
      <Button
        variant="default"
        size="sm"
        aria-label={t('voices:pending.continueNamed', { clip: words })}
        onClick={resume}
      >
        {t('voices:pending.continue')}
      </Button>
      <Button
        variant="subtle"
        size="sm"
        aria-label={t('voices:pending.discardNamed', { clip: words })}
        onClick={() => void discardClip(clip)}
      >
        {t('voices:pending.discard')}
      </Button>
    </div>
  )
}
