import './review.css'
import { Button } from '@mantine/core'
import { IconMicrophone, IconTrash } from '@tabler/icons-react'
import { type ReactElement, useEffect } from 'react'
import { describeClip } from '#renderer/features/voices/clip-words.ts'
import { VoiceForm } from '#renderer/features/voices/making/voice-form.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { player } from '#renderer/ui/shared-player.ts'
import { CheckChips } from './check-chips.tsx'
import { useReview } from './review-store.ts'
import { discardReview, putAside, takeIdOf } from './reviewing.ts'
import { TrimCloth } from './trim-cloth.tsx'

/** A recording, looked at before a voice is made of it. */
export function ReviewView(): ReactElement | undefined {
  const { review, original, making } = useReview()
  const clipId = review?.clip.clipId
  useEffect(
    () => () => {
      if (clipId !== undefined && player.state().takeId === takeIdOf(clipId)) player.stop()
    },
    [clipId],
  )
  if (!review) return undefined
  return (
    <>
      <div className="review-head">
        <p>{describeClip(review.clip, new Date())}. It stays here until you discard it.</p>
        <div className="review-actions">
          <Button
            variant="subtle"
            disabled={making !== undefined}
            leftSection={<IconMicrophone size={18} aria-hidden="true" />}
            onClick={putAside}
          >
            Record again
          </Button>
          <Button
            variant="subtle"
            disabled={making !== undefined}
            leftSection={<IconTrash size={18} aria-hidden="true" />}
            onClick={() => void discardReview()}
          >
            Discard
          </Button>
        </div>
      </div>
      {original.status === 'failed' ? (
        <ErrorAlert>{`The recording cannot be read. ${original.reason}`}</ErrorAlert>
      ) : (
        <TrimCloth />
      )}
      <CheckChips />
      <VoiceForm />
    </>
  )
}
