import type { KeyboardEvent, PointerEvent, ReactElement } from 'react'
import { tenths } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { type Edge, edgeLimits, keyTarget, type TrimRange } from './trim.ts'

interface TrimHandleProps {
  readonly edge: Edge
  readonly range: TrimRange
  /** Length of the whole recording in seconds. */
  readonly seconds: number
  /** Whether the handle is locked. */
  readonly locked: boolean
  readonly onMove: (edge: Edge, to: number) => void
}

/** Handle at the start or end of the used range: dragged, or moved with the arrow keys. */
export function TrimHandle({
  edge,
  range,
  seconds,
  locked,
  onMove,
}: TrimHandleProps): ReactElement {
  const limits = edgeLimits(range, edge, seconds)
  const position = range[edge]

  const onPointer = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1) return
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    const strip = event.currentTarget.parentElement?.getBoundingClientRect()
    if (strip) onMove(edge, ((event.clientX - strip.left) / strip.width) * seconds)
  }

  const onKey = (event: KeyboardEvent): void => {
    const target = keyTarget(event.key, event.shiftKey, position, limits)
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onMove(edge, target)
  }

  return (
    <div
      className="trim-handle"
      data-edge={edge}
      style={{ left: `${(100 * position) / Math.max(seconds, 0.01)}%` }}
      role="slider"
      tabIndex={0}
      aria-disabled={locked}
      aria-label={t(`voices:review.edges.${edge}.handle`)}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      aria-valuenow={position}
      aria-valuetext={t('voices:review.position', {
        position: tenths(position),
        whole: tenths(seconds),
      })}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onKeyDown={onKey}
    />
  )
}
