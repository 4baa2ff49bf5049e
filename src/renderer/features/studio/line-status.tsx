import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleHalf2,
  IconClockHour4,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import type { LineState } from './line-state.ts'

const ICONS: Readonly<Record<LineState, ReactElement>> = {
  unspoken: <IconCircleDashed size={18} aria-hidden="true" />,
  changed: <IconCircleHalf2 size={18} aria-hidden="true" />,
  queued: <IconClockHour4 size={18} aria-hidden="true" />,
  speaking: (
    <span className="speaking-bars" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  ),
  ready: <IconCircleCheckFilled size={18} aria-hidden="true" />,
  failed: <IconAlertTriangleFilled size={18} aria-hidden="true" />,
}

/** Status of a line as icon and text; colour is only an addition. */
export function LineStatus(props: {
  readonly state: LineState
  /** Whether its take is on the disk, or on its way there. */
  readonly isKept: boolean
  readonly id: string
}): ReactElement {
  const { state, isKept, id } = props
  const isLost = state === 'ready' && !isKept
  return (
    <span className="line-status" data-state={isLost ? 'failed' : state} id={id}>
      {ICONS[isLost ? 'failed' : state]}
      {isLost ? t('studio:save.failed') : t(`studio:lineStates.${state}`)}
    </span>
  )
}
