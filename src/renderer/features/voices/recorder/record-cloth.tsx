import './meter.css'
import { IconPlayerStopFilled, IconX } from '@tabler/icons-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { LevelMeter } from './level-meter-view.tsx'
import { ReadingPart } from './reading-part.tsx'
import { textToRead, useRecorder } from './recorder-store.ts'
import { cancelCountdown, record, stopRecording } from './recording.ts'
import { TimeBar } from './time-bar.tsx'

/** The cloth on which one records: what to read, how loud it comes in, how long it is, and the one button. */
export function RecordCloth(): ReactElement {
  return (
    <section className="cloth dyed record-cloth" aria-label="Recorder">
      <ReadingPart />
      <LevelMeter />
      <TimeBar />
      <RecordButtons />
    </section>
  )
}

function RecordButtons(): ReactElement {
  const step = useRecorder((state) => state.step)
  const before = useRef(step.kind)
  const isBack = step.kind === 'ready' && before.current !== 'ready'
  useEffect(() => {
    before.current = step.kind
  }, [step.kind])
  if (step.kind === 'counting')
    return (
      <div className="record-row">
        <output className="record-count" aria-label="Seconds until it begins">
          {step.left}
        </output>
        <button ref={focusIfLost} type="button" className="record-other" onClick={cancelCountdown}>
          <IconX size={20} aria-hidden="true" /> Cancel
        </button>
        <p>Take a breath. It begins after one.</p>
      </div>
    )
  if (step.kind === 'recording')
    return (
      <div className="record-row">
        <button
          ref={focusIfLost}
          type="button"
          className="record-stop"
          onClick={() => void stopRecording()}
        >
          <IconPlayerStopFilled size={24} aria-hidden="true" /> Stop
        </button>
        <p className="record-now">
          <span className="record-dot" aria-hidden="true" /> Recording · {step.seconds.toFixed(1)} s
        </p>
      </div>
    )
  if (step.kind === 'storing')
    return (
      <div className="record-row">
        <p role="status">
          {step.what}
          {step.part !== undefined && ` ${Math.round(100 * step.part)} %`}
        </p>
      </div>
    )
  return <Start isFocused={isBack} />
}

function Start({ isFocused }: { isFocused: boolean }): ReactElement {
  const connected = useConnection().status === 'connected'
  const isAsking = useRecorder(({ microphone }) => microphone === 'opening')
  const hasText = useRecorder((state) => textToRead(state).trim() !== '')
  const { max } = CUSTOM_VOICE_LIMITS.seconds
  return (
    <div className="record-row">
      <button
        ref={isFocused ? focusIfLost : undefined}
        type="button"
        className="record-start"
        disabled={!connected || isAsking || !hasText}
        onClick={() => void record()}
      >
        <span className="record-dot" aria-hidden="true" /> Record
      </button>
      <p>
        {isAsking
          ? 'Allow the microphone in the question that your browser asks.'
          : `It counts 3, 2, 1. Stop when you have read it; after ${max} s it stops by itself.`}
      </p>
    </div>
  )
}
