import './meter.css'
import { IconPlayerStopFilled, IconX } from '@tabler/icons-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { LevelMeter } from './level-meter-view.tsx'
import { PromptSection } from './prompt-section.tsx'
import { cancelCountdown, record, stopRecording } from './recorder-actions.ts'
import { promptText, useRecorder } from './recorder-store.ts'
import { TimeBar } from './time-bar.tsx'

/** Recorder: text to read, level, length and the record button. */
export function RecordPanel(): ReactElement {
  return (
    <section className="panel audio-panel record-panel" aria-label="Recorder">
      <PromptSection />
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
        <output className="record-countdown" aria-label="Seconds until recording starts">
          {step.left}
        </output>
        <button ref={focusIfLost} type="button" className="record-cancel" onClick={cancelCountdown}>
          <IconX size={20} aria-hidden="true" /> Cancel
        </button>
        <p>Take a breath. Recording starts after 1.</p>
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
        <p className="record-status">
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
  return <RecordButton isFocused={isBack} />
}

function RecordButton({ isFocused }: { isFocused: boolean }): ReactElement {
  const connected = useConnection().status === 'connected'
  const isOpening = useRecorder(({ microphone }) => microphone === 'opening')
  const hasText = useRecorder((state) => promptText(state).trim() !== '')
  const { max } = CUSTOM_VOICE_LIMITS.seconds
  return (
    <div className="record-row">
      <button
        ref={isFocused ? focusIfLost : undefined}
        type="button"
        className="record-start"
        disabled={!connected || isOpening || !hasText}
        onClick={() => void record()}
      >
        <span className="record-dot" aria-hidden="true" /> Record
      </button>
      <p>
        {isOpening
          ? 'Allow the microphone when your browser asks.'
          : `Recording starts after a countdown. Stop when you have read the text; after ${max} s it stops by itself.`}
      </p>
    </div>
  )
}
