import { type RefObject, useRef, useState } from 'react'

export interface Picker {
  readonly opened: boolean
  /** What opens it. */
  readonly button: RefObject<HTMLButtonElement | null>
  readonly toggle: () => void
  /** Brings the focus back to the button. */
  readonly close: () => void
}

/** Something to choose from that opens at a button of a line. */
export function usePicker(): Picker {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return {
    ...{ opened, button },
    toggle: () => setOpened(!opened),
    close: () => {
      setOpened(false)
      button.current?.focus()
    },
  }
}
