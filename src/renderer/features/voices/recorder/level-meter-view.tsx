import { type ReactElement, useEffect, useRef, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import {
  FLOOR_DECIBELS,
  INITIAL_METER,
  type Loudness,
  meterPosition,
  QUIET_DECIBELS,
  rateLoudness,
  updateMeter,
} from './level-meter.ts'
import { readPeak } from './recorder-actions.ts'
import { useRecorder } from './recorder-store.ts'

/** Interval of redraws with reduced motion, and of updates for assistive technology, in milliseconds. */
const REDUCED_MOTION_MS = 300
const ANNOUNCE_MS = 500

/** Level meter of the microphone: level, peak hold and a label. */
export function LevelMeter(): ReactElement {
  const microphone = useRecorder((state) => state.microphone)
  const isSilent = useRecorder(({ microphoneError }) => microphoneError === 'silent')
  const bar = useRef<HTMLDivElement>(null)
  const meterElement = useRef<HTMLMeterElement>(null)
  const [loudness, setLoudness] = useState<Loudness>('quiet')
  const isOpen = microphone === 'open'
  useEffect(() => {
    if (!isOpen || !bar.current || !meterElement.current) return
    return animate(bar.current, meterElement.current, setLoudness)
  }, [isOpen])
  const shown = isSilent ? 'silent' : loudness
  return (
    <div className="meter">
      <meter
        ref={meterElement}
        className="visually-hidden"
        aria-label={t('voices:recorder.meter')}
        min={FLOOR_DECIBELS}
        max={0}
        value={FLOOR_DECIBELS}
      />
      <div ref={bar} className="meter-bar" aria-hidden="true">
        <div className="meter-level" />
        <div className="meter-hold" />
        <div className="meter-mark" style={{ left: `${100 * meterPosition(QUIET_DECIBELS)}%` }} />
      </div>
      <p className="meter-label" data-loudness={isOpen ? shown : 'off'}>
        {isOpen ? t(`voices:recorder.loudness.${shown}`) : t('voices:recorder.microphoneOff')}
      </p>
    </div>
  )
}

/** Animates with transforms only, which needs no layout on each frame. */
function animate(
  bar: HTMLElement,
  meterElement: HTMLMeterElement,
  onLoudness: (loudness: Loudness) => void,
): () => void {
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
  const [level, hold] = bar.children
  let meter = INITIAL_METER
  let before = performance.now()
  let drawnAt = 0
  let announcedAt = 0
  let frame = requestAnimationFrame(function next(now) {
    meter = updateMeter(meter, readPeak(), now - before, now)
    before = now
    if (now - drawnAt >= (reducedMotion.matches ? REDUCED_MOTION_MS : 0)) {
      drawnAt = now
      if (level instanceof HTMLElement)
        level.style.transform = `scaleX(${meterPosition(meter.level)})`
      if (hold instanceof HTMLElement)
        hold.style.transform = `translateX(${100 * meterPosition(meter.hold)}%)`
    }
    if (now - announcedAt >= ANNOUNCE_MS) {
      announcedAt = now
      meterElement.value = Math.round(meter.level)
    }
    const loudness = rateLoudness(meter, now)
    if (bar.dataset['loudness'] !== loudness) {
      bar.dataset['loudness'] = loudness
      onLoudness(loudness)
    }
    frame = requestAnimationFrame(next)
  })
  return () => {
    cancelAnimationFrame(frame)
    bar.removeAttribute('data-loudness')
    meterElement.value = FLOOR_DECIBELS
    for (const part of [level, hold]) if (part instanceof HTMLElement) part.style.transform = ''
  }
}
