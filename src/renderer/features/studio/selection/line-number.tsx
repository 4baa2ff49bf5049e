import type { MouseEvent, ReactElement } from 'react'
import { type PickMode, pick, useSelection } from './selection.ts'
import { numberId } from './selection-keys.ts'

/** Number of a line; a click picks the line, to change it together with others. */
export function LineNumber({ lineId, number }: { lineId: string; number: number }): ReactElement {
  const picked = useSelection(({ ids }) => ids.has(lineId))
  return (
    <button
      id={numberId(lineId)}
      type="button"
      className="line-number"
      data-line={lineId}
      aria-pressed={picked}
      aria-label={`Select line ${number}`}
      title="Select, with Shift up to here, with Ctrl or ⌘ as well"
      // The text of the page is not to be selected by a click with Shift.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => {
        pick(lineId, modeOf(event))
        event.currentTarget.focus()
      }}
    >
      {number}
    </button>
  )
}

function modeOf(event: MouseEvent): PickMode {
  if (event.shiftKey) return 'extend'
  return event.ctrlKey || event.metaKey ? 'toggle' : 'only'
}
