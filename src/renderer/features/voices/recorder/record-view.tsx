import './recorder.css'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { CreatedView } from '#renderer/features/voices/creation/created-view.tsx'
import { PendingClips } from '#renderer/features/voices/pending-clips.tsx'
import { closeReview } from '#renderer/features/voices/review/review-actions.ts'
import { useReview } from '#renderer/features/voices/review/review-store.ts'
import { ReviewView } from '#renderer/features/voices/review/review-view.tsx'
import type { ScriptAccess } from '#renderer/features/voices/script-access.ts'
import { LIBRARY_HREF } from '#renderer/features/voices/voices-routes.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { FileSection } from './file-section.tsx'
import { MicrophoneSection } from './microphone-section.tsx'
import { RecordPanel } from './record-panel.tsx'
import { leaveRecorder } from './recorder-actions.ts'
import { useRecorder } from './recorder-store.ts'

/** View for creating a voice: recorder, review and the created voice. */
export function RecordView({ script }: { script: ScriptAccess }): ReactElement {
  const isReviewed = useReview(({ review }) => review !== undefined)
  const createdVoice = useReview((state) => state.createdVoice)
  const refusal = useRecorder((state) => state.error)
  const title = useRef<HTMLHeadingElement>(null)
  const phase = createdVoice ? 'created' : isReviewed ? 'review' : 'record'
  const before = useRef(phase)
  useEffect(() => {
    // The focused element is gone, so the focus moves to the heading.
    if (before.current !== phase) title.current?.focus()
    before.current = phase
  }, [phase])
  useEffect(() => {
    // On returning after a voice was created, start with a new one.
    if (useReview.getState().createdVoice) closeReview()
    return leaveRecorder
  }, [])
  return (
    <>
      <header className="screen-head voices-head">
        <div>
          <a className="back-link" href={LIBRARY_HREF}>
            <IconArrowLeft size={16} aria-hidden="true" /> {t('voices:library.title')}
          </a>
          <h1 ref={title} tabIndex={-1}>
            {t(`voices:recorder.phases.${phase}`)}
          </h1>
        </div>
      </header>
      <InlineError reason={refusal} />
      {createdVoice ? (
        <CreatedView voice={createdVoice} script={script} />
      ) : isReviewed ? (
        <ReviewView />
      ) : (
        <Recorder />
      )}
    </>
  )
}

function Recorder(): ReactElement {
  const isReady = useRecorder(({ step }) => step.kind === 'ready')
  return (
    <>
      {isReady && <PendingClips />}
      <RecordPanel />
      <MicrophoneSection />
      <FileSection />
    </>
  )
}
