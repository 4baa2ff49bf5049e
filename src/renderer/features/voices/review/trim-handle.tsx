import type { KeyboardEvent, PointerEvent, ReactElement } from 'react'
import { type Edge, type Kept, keyTarget, rangeOf } from './trim.ts'

interface TrimHandleProps {
  readonly edge: Edge
  readonly kept: Kept
  /** Length of the whole recording. */
  readonly seconds: number
  /** Whether it stays where it is for now. */
  readonly locked: boolean
  readonly onMove: (edge: Edge, to: number) => void
}

/** Where what is used begins or ends: dragged by its grip, moved by the arrow keys. */
export function TrimHandle({ edge, kept, seconds, locked, onMove }: TrimHandleProps): ReactElement {
  const range = rangeOf(kept, edge, seconds)
  const place = kept[edge]

  const onPointer = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1) return
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    const strip = event.currentTarget.parentElement?.getBoundingClientRect()
    if (strip) onMove(edge, ((event.clientX - strip.left) / strip.width) * seconds)
  }

  const onKey = (event: KeyboardEvent): void => {
    const target = keyTarget(event.key, event.shiftKey, place, range)
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onMove(edge, target)
  }

  return (
    <div
      className="trim-handle"
      data-edge={edge}
      style={{ left: `${(100 * place) / Math.max(seconds, 0.01)}%` }}
      role="slider"
      tabIndex={0}
      aria-disabled={locked}
      aria-label={edge === 'start' ? 'Where the voice begins' : 'Where the voice ends'}
      aria-valuemin={range.min}
      aria-valuemax={range.max}
      aria-valuenow={place}
      aria-valuetext={`${place.toFixed(1)} seconds of ${seconds.toFixed(1)}`}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onKeyDown={onKey}
    />
  )
}
