import { t } from '#renderer/i18n/i18n.ts'
import './waveform.css'
import { type KeyboardEvent, type PointerEvent, type ReactElement, useEffect, useRef } from 'react'
import WaveSurfer from 'wavesurfer.js'

interface WaveformProps {
  /** Peaks of each hundredth of a second, 0 to 1; grows while the take is generated. */
  readonly peaks: readonly Float32Array[]
  /** Length of the audio received, and expected length of the complete take, in seconds. */
  readonly seconds: number
  readonly expectedSeconds: number
  /** Position in seconds, read on every frame while `moving`. */
  readonly position: () => number
  readonly moving: boolean
  readonly onSeek: (seconds: number) => void
  readonly label: string
}

const COLOURS = { waveColor: '#8e99e0', progressColor: '#fdf8ee', cursorColor: '#f3c969' } as const
/** Lowest peak that is scaled to the full height, so that a quiet voice stays small. */
const MIN_PEAK_SCALE = 0.4
const KEY_STEP_SECONDS = 1

/** Waveform of a take, which grows while the take is generated and is also a seek slider. */
export function Waveform(props: WaveformProps): ReactElement {
  const { peaks, seconds, expectedSeconds, position, moving, onSeek, label } = props
  const container = useRef<HTMLDivElement>(null)
  const surfer = useRef<WaveSurfer>(undefined)

  useEffect(() => {
    if (!container.current) return
    const created = WaveSurfer.create({
      container: container.current,
      height: 'auto',
      interact: false,
      normalize: true,
      barWidth: 3,
      barGap: 2,
      barRadius: 3,
      barMinHeight: 2,
      cursorWidth: 2,
      ...COLOURS,
    })
    surfer.current = created
    // The library follows the width alone; the list of takes leaves the waveform less height.
    const resized = new ResizeObserver(() => redraw(created))
    resized.observe(container.current)
    return () => {
      resized.disconnect()
      surfer.current = undefined
      created.destroy()
    }
  }, [])

  useEffect(() => draw(surfer.current, peaks, expectedSeconds), [peaks, expectedSeconds])

  useEffect(() => {
    const slider = container.current?.parentElement
    const show = (): void => {
      const now = position()
      surfer.current?.getRenderer().renderProgress(now / expectedSeconds)
      slider?.setAttribute('aria-valuenow', now.toFixed(1))
      slider?.setAttribute(
        'aria-valuetext',
        t('ui:position', { now: Math.floor(now), total: Math.ceil(seconds) }),
      )
    }
    show()
    if (!moving) return
    let frame = requestAnimationFrame(function next() {
      show()
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [position, moving, seconds, expectedSeconds])

  const seekTo = (target: number): void => onSeek(Math.max(0, Math.min(seconds, target)))

  const onPointer = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1) return
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    const { left, width } = event.currentTarget.getBoundingClientRect()
    seekTo(((event.clientX - left) / width) * expectedSeconds)
  }

  const onKey = (event: KeyboardEvent): void => {
    const target = keyTarget(event.key, position(), seconds)
    if (target === undefined) return
    event.preventDefault()
    seekTo(target)
  }

  return (
    <div
      className="waveform"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Number(seconds.toFixed(1))}
      aria-valuenow={0}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onKeyDown={onKey}
    >
      <div className="waveform-canvas" ref={container} />
    </div>
  )
}

function keyTarget(key: string, now: number, seconds: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return now + KEY_STEP_SECONDS
  if (key === 'ArrowLeft' || key === 'ArrowDown') return now - KEY_STEP_SECONDS
  if (key === 'Home') return 0
  if (key === 'End') return seconds
  return undefined
}

/** Draws the peaks received, and a flat line for the time still to come. */
function draw(
  surfer: WaveSurfer | undefined,
  peaks: readonly Float32Array[],
  expectedSeconds: number,
): void {
  if (!surfer) return
  const received = peaks.reduce((sum, part) => sum + part.length, 0)
  const all = new Float32Array(Math.max(received, Math.round(expectedSeconds * 100), 1))
  let at = 0
  for (const part of peaks) {
    all.set(part, at)
    at += part.length
  }
  const loudest = all.reduce((most, peak) => Math.max(most, peak), MIN_PEAK_SCALE)
  surfer.setOptions({ peaks: [all], duration: Math.max(expectedSeconds, 0.01), maxPeak: loudest })
  redraw(surfer)
}

function redraw(surfer: WaveSurfer): void {
  const decoded = surfer.getDecodedData()
  if (decoded) void surfer.getRenderer().render(decoded)
}
