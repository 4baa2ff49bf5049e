import './recorder.css'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { MadeView } from '#renderer/features/voices/making/made-view.tsx'
import { LIBRARY } from '#renderer/features/voices/places.ts'
import { useReview } from '#renderer/features/voices/review/review-store.ts'
import { ReviewView } from '#renderer/features/voices/review/review-view.tsx'
import { putAside } from '#renderer/features/voices/review/reviewing.ts'
import type { ScriptDoor } from '#renderer/features/voices/script-door.ts'
import { WaitingClips } from '#renderer/features/voices/waiting-clips.tsx'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { FilePlace } from './file-place.tsx'
import { MicrophonePart } from './microphone-part.tsx'
import { RecordCloth } from './record-cloth.tsx'
import { useRecorder } from './recorder-store.ts'
import { leaveRecorder } from './recording.ts'

const TITLES = { record: 'Record a voice', review: 'Your recording', made: 'A new voice' } as const

/** How a voice of one’s own comes into being: record, look at it, agree, make it. */
export function RecordView({ script }: { script: ScriptDoor }): ReactElement {
  const isReviewed = useReview(({ review }) => review !== undefined)
  const made = useReview((state) => state.made)
  const refusal = useRecorder((state) => state.refusal)
  const title = useRef<HTMLHeadingElement>(null)
  const phase = made ? 'made' : isReviewed ? 'review' : 'record'
  const before = useRef(phase)
  useEffect(() => {
    // What had the focus is gone: who uses the keyboard goes on at the top of what is there now.
    if (before.current !== phase) title.current?.focus()
    before.current = phase
  }, [phase])
  useEffect(() => {
    // Who comes back after a voice was made comes for another one.
    if (useReview.getState().made) putAside()
    return leaveRecorder
  }, [])
  return (
    <>
      <header className="screen-head voices-head">
        <div>
          <a className="back" href={LIBRARY}>
            <IconArrowLeft size={16} aria-hidden="true" /> Voices
          </a>
          <h1 ref={title} tabIndex={-1}>
            {TITLES[phase]}
          </h1>
        </div>
      </header>
      <InlineError reason={refusal} />
      {made ? (
        <MadeView voice={made} script={script} />
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
      {isReady && <WaitingClips />}
      <RecordCloth />
      <MicrophonePart />
      <FilePlace />
    </>
  )
}
