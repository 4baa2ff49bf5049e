import './meter.css'
import { IconPlayerStopFilled, IconX } from '@tabler/icons-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { numberWords } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { LevelMeter } from './level-meter-view.tsx'
import { PromptSection } from './prompt-section.tsx'
import { cancelCountdown, record, stopRecording } from './recorder-actions.ts'
import { promptText, useRecorder } from './recorder-store.ts'
import { TimeBar } from './time-bar.tsx'

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** Recorder: text to read, level, length and the record button. */
export function RecordPanel(): ReactElement {
  return (
    <section className="panel audio-panel record-panel" aria-label={t('voices:recorder.title')}>
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
        <output className="record-countdown" aria-label={t('voices:recorder.countdown')}>
          {step.left}
        </output>
        <button ref={focusIfLost} type="button" className="record-cancel" onClick={cancelCountdown}>
          <IconX size={20} aria-hidden="true" /> {t('voices:recorder.cancel')}
        </button>
        <p>{t('voices:recorder.beforeStart')}</p>
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
          <IconPlayerStopFilled size={24} aria-hidden="true" /> {t('voices:recorder.stop')}
        </button>
        <p className="record-status">
          <span className="record-dot" aria-hidden="true" />{' '}
          {t('voices:recorder.recording', { seconds: numberWords(step.seconds, ONE_DECIMAL) })}
        </p>
      </div>
    )
  if (step.kind === 'storing')
    return (
      <div className="record-row">
        <p role="status">
          {step.part === undefined
            ? step.what
            : t('voices:recorder.progress', {
                what: step.what,
                percent: Math.round(100 * step.part),
              })}
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
        <span className="record-dot" aria-hidden="true" /> {t('voices:recorder.record')}
      </button>
      <p>{isOpening ? t('voices:recorder.allow') : t('voices:recorder.howTo', { seconds: max })}</p>
    </div>
  )
}
