import { type ReactElement, useEffect, useRef, useState } from 'react'
import {
  FLOOR_DECIBELS,
  follow,
  type Loudness,
  loudnessOf,
  placeOf,
  QUIET_DECIBELS,
  STILL,
} from './level-meter.ts'
import { SILENT } from './microphone-problem.ts'
import { useRecorder } from './recorder-store.ts'
import { takePeak } from './recording.ts'

/** How often it moves where motion is unwelcome, and how often its figure is told to who does not see it. Milliseconds. */
const CALM_MS = 300
const TOLD_MS = 500

const WORDS: Readonly<Record<Loudness, string>> = {
  silent: 'No sound',
  quiet: 'Too quiet: come nearer',
  good: 'Good',
  clipping: 'Too loud: go further away',
}

/** How loud the microphone is: the level, its highest point of the last moments, and what that means. */
export function LevelMeter(): ReactElement {
  const microphone = useRecorder((state) => state.microphone)
  const isSilent = useRecorder(({ problem }) => problem === SILENT)
  const bar = useRef<HTMLDivElement>(null)
  const told = useRef<HTMLMeterElement>(null)
  const [loudness, setLoudness] = useState<Loudness>('quiet')
  const isOpen = microphone === 'open'
  useEffect(() => {
    if (!isOpen || !bar.current || !told.current) return
    return run(bar.current, told.current, setLoudness)
  }, [isOpen])
  const shown = isSilent ? 'silent' : loudness
  return (
    <div className="meter">
      <meter
        ref={told}
        className="only-heard"
        aria-label="Level of the microphone, in decibels"
        min={FLOOR_DECIBELS}
        max={0}
        value={FLOOR_DECIBELS}
      />
      <div ref={bar} className="meter-bar" aria-hidden="true">
        <div className="meter-level" />
        <div className="meter-hold" />
        <div className="meter-mark" style={{ left: `${100 * placeOf(QUIET_DECIBELS)}%` }} />
      </div>
      <p className="meter-word" data-loudness={isOpen ? shown : 'off'}>
        {isOpen ? WORDS[shown] : 'The microphone is off.'}
      </p>
    </div>
  )
}

/** Draws by transforms alone, so that nothing is laid out anew sixty times a second. */
function run(
  bar: HTMLElement,
  told: HTMLMeterElement,
  tell: (loudness: Loudness) => void,
): () => void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)')
  const [level, hold] = bar.children
  let meter = STILL
  let before = performance.now()
  let drawnAt = 0
  let toldAt = 0
  let frame = requestAnimationFrame(function next(now) {
    meter = follow(meter, takePeak(), now - before, now)
    before = now
    if (now - drawnAt >= (calm.matches ? CALM_MS : 0)) {
      drawnAt = now
      if (level instanceof HTMLElement) level.style.transform = `scaleX(${placeOf(meter.level)})`
      if (hold instanceof HTMLElement)
        hold.style.transform = `translateX(${100 * placeOf(meter.hold)}%)`
    }
    if (now - toldAt >= TOLD_MS) {
      toldAt = now
      told.value = Math.round(meter.level)
    }
    const loudness = loudnessOf(meter, now)
    if (bar.dataset['loudness'] !== loudness) {
      bar.dataset['loudness'] = loudness
      tell(loudness)
    }
    frame = requestAnimationFrame(next)
  })
  return () => {
    cancelAnimationFrame(frame)
    bar.removeAttribute('data-loudness')
    told.value = FLOOR_DECIBELS
    for (const part of [level, hold]) if (part instanceof HTMLElement) part.style.transform = ''
  }
}
