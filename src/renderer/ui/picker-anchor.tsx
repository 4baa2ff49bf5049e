import type { ReactElement } from 'react'

/**
 * Stands for the element it lies in: what opens is placed at that element, and a press on the button in there is not
 * one outside, so that the button that opens also closes.
 */
export function PickerAnchor(props: {
  readonly ref?: (element: HTMLElement | null) => unknown
}): ReactElement {
  const { ref } = props
  return (
    <span
      hidden
      ref={(span) => {
        ref?.(span?.parentElement ?? null)
      }}
    />
  )
}
