import { t } from '#renderer/i18n/i18n.ts'
import './review.css'
import { Button } from '@mantine/core'
import { IconMicrophone, IconTrash } from '@tabler/icons-react'
import { type ReactElement, useEffect } from 'react'
import { describeClip } from '#renderer/features/voices/clip-description.ts'
import { VoiceForm } from '#renderer/features/voices/creation/voice-form.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { player } from '#renderer/ui/shared-player.ts'
import { CheckChips } from './check-chips.tsx'
import { clipTakeId, closeReview, discardReview } from './review-actions.ts'
import { useReview } from './review-store.ts'
import { TrimPanel } from './trim-panel.tsx'

/** Review of a recording before a voice is created from it. */
export function ReviewView(): ReactElement | undefined {
  const { review, original, creation } = useReview()
  const clipId = review?.clip.clipId
  useEffect(
    () => () => {
      if (clipId !== undefined && player.state().takeId === clipTakeId(clipId)) player.stop()
    },
    [clipId],
  )
  if (!review) return undefined
  return (
    <>
      <div className="review-head">
        <p>{t('voices:review.kept', { clip: describeClip(review.clip, new Date()) })}</p>
        <div className="review-actions">
          <Button
            variant="subtle"
            disabled={creation !== undefined}
            leftSection={<IconMicrophone size={18} aria-hidden="true" />}
            onClick={closeReview}
          >
            {t('voices:review.recordAgain')}
          </Button>
          <Button
            variant="subtle"
            disabled={creation !== undefined}
            leftSection={<IconTrash size={18} aria-hidden="true" />}
            onClick={() => void discardReview()}
          >
            {t('voices:review.discard')}
          </Button>
        </div>
      </div>
      {original.status === 'failed' ? (
        <ErrorAlert>{t('voices:review.notLoaded', { reason: original.reason })}</ErrorAlert>
      ) : (
        <TrimPanel />
      )}
      <CheckChips />
      <VoiceForm />
    </>
  )
}
