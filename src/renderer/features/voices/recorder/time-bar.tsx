import type { CSSProperties, ReactElement } from 'react'
import { rateLength } from '#renderer/features/voices/review/trim.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { BEST_SECONDS } from '#shared/clips.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { useRecorder } from './recorder-store.ts'

const { min, max } = CUSTOM_VOICE_LIMITS.seconds

const LIMITS = { min, max, bestMin: BEST_SECONDS.min, bestMax: BEST_SECONDS.max }

/** Length of the recording, with the best range marked. */
export function TimeBar(): ReactElement {
  const step = useRecorder((state) => state.step)
  const seconds = step.kind === 'recording' ? step.seconds : 0
  return (
    <div className="time">
      <div
        className="time-bar"
        role="progressbar"
        aria-label={t('voices:recorder.length.title')}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.floor(seconds)}
        aria-valuetext={t('voices:recorder.length.reached', { count: Math.floor(seconds) })}
        style={part({ '--from': BEST_SECONDS.min / max, '--to': BEST_SECONDS.max / max })}
      >
        <div className="time-best" />
        <div className="time-passed" style={{ transform: `scaleX(${seconds / max})` }} />
      </div>
      <div className="time-marks" aria-hidden="true">
        {[0, BEST_SECONDS.min, BEST_SECONDS.max, max].map((mark) => (
          <span key={mark} style={part({ '--at': mark / max })}>
            {t('voices:recorder.length.mark', { seconds: mark })}
          </span>
        ))}
      </div>
      <p>
        {t(
          `voices:recorder.length.${step.kind === 'recording' ? rateLength(seconds) : 'before'}`,
          LIMITS,
        )}
      </p>
    </div>
  )
}

/** React's types do not include custom properties. */
function part(properties: Readonly<Record<`--${string}`, number>>): CSSProperties {
  return properties as CSSProperties
}
