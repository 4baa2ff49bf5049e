import { Progress } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconEarScan } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'

interface Children {
  readonly children: ReactNode
}

/** Form of a dialog whose choices start something. */
export function ChoicesForm(props: Children & { readonly onSubmit: () => void }): ReactElement {
  return (
    <form
      className="dialog-step"
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
      }}
    >
      {props.children}
    </form>
  )
}

/** Buttons at the end of a dialog. */
export function DialogActions({ children }: Children): ReactElement {
  return <div className="dialog-actions">{children}</div>
}

/** Step of a dialog in which something is being done: in words, how far it is (0 to 1), and the buttons that end it. */
export function WorkingStep(
  props: Children & {
    readonly words: string
    readonly label: string
    readonly share: number
    /** Shown below the bar. */
    readonly more?: ReactNode
  },
): ReactElement {
  return (
    <div className="dialog-step">
      <p className="file-name">{props.words}</p>
      <Progress value={props.share * 100} size="lg" animated aria-label={props.label} />
      {props.more}
      <DialogActions>{props.children}</DialogActions>
    </div>
  )
}

/** Part that is done; 0 where there is nothing to do. */
export function shareOf(done: number, total: number): number {
  return total === 0 ? 0 : done / total
}

const ICONS = { done: IconCircleCheck, doubtful: IconEarScan, failed: IconAlertTriangle } as const

/** What has come of it, in words. */
export function Outcome(props: Children & { readonly state: keyof typeof ICONS }): ReactElement {
  const { state, children } = props
  const Icon = ICONS[state]
  return (
    <p
      className="outcome"
      role={state === 'failed' ? 'alert' : 'status'}
      data-failed={state === 'failed' || undefined}
      data-doubtful={state === 'doubtful' || undefined}
    >
      <Icon size={28} aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
