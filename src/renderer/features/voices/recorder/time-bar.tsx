import type { CSSProperties, ReactElement } from 'react'
import { rateLength } from '#renderer/features/voices/review/trim.ts'
import { BEST_SECONDS } from '#shared/clips.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { useRecorder } from './recorder-store.ts'

const { min, max } = CUSTOM_VOICE_LIMITS.seconds

const ADVICE: Readonly<Record<ReturnType<typeof rateLength>, string>> = {
  short: `Keep going: at least ${min} s are needed.`,
  usable: `Enough for a voice. With ${BEST_SECONDS.min} s or more, it sounds more like you.`,
  best: 'Long enough. Stop at the end of the sentence.',
  long: `More than needed. It stops by itself at ${max} s.`,
  'too-long': `It stops by itself at ${max} s.`,
}

/** Length of the recording, with the best range marked. */
export function TimeBar(): ReactElement {
  const step = useRecorder((state) => state.step)
  const seconds = step.kind === 'recording' ? step.seconds : 0
  const before = `The best length is ${BEST_SECONDS.min} to ${BEST_SECONDS.max} s, as marked; ${min} to ${max} s are accepted.`
  return (
    <div className="time">
      <div
        className="time-bar"
        role="progressbar"
        aria-label="Length of the recording"
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.floor(seconds)}
        aria-valuetext={`${Math.floor(seconds)} seconds`}
        style={part({ '--from': BEST_SECONDS.min / max, '--to': BEST_SECONDS.max / max })}
      >
        <div className="time-best" />
        <div className="time-passed" style={{ transform: `scaleX(${seconds / max})` }} />
      </div>
      <div className="time-marks" aria-hidden="true">
        {[0, BEST_SECONDS.min, BEST_SECONDS.max, max].map((mark) => (
          <span key={mark} style={part({ '--at': mark / max })}>
            {mark} s
          </span>
        ))}
      </div>
      <p>{step.kind === 'recording' ? ADVICE[rateLength(seconds)] : before}</p>
    </div>
  )
}

/** React's types do not include custom properties. */
function part(properties: Readonly<Record<`--${string}`, number>>): CSSProperties {
  return properties as CSSProperties
}
