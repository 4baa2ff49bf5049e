import type { ReactElement } from 'react'

/**
 * Anchor that stands for its parent element. A dropdown is positioned at the parent, and a click on the parent's
 * button is not one outside, so that the button also closes the dropdown.
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
