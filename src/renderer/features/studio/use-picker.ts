import { type RefObject, useRef, useState } from 'react'

export interface Picker {
  readonly opened: boolean
  /** Button that opens the picker. */
  readonly button: RefObject<HTMLButtonElement | null>
  readonly toggle: () => void
  /** Closes the picker and returns the focus to the button. */
  readonly close: () => void
}

/** State of a picker that opens at a button of a line. */
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
