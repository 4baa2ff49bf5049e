import type { MouseEvent, ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
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
      aria-label={t('selection:pick.line', { number: String(number) })}
      title={t('selection:pick.hint')}
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
