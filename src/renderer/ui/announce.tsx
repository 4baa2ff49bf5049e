import { VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import { create } from 'zustand'

const useAnnouncement = create<{ readonly text: string }>(() => ({ text: '' }))

/** Say something to people who listen to the screen. The last sentence said wins. */
export function announce(text: string): void {
  useAnnouncement.setState({ text })
}

/** The one live region. It is on the page once. */
export function Announcer(): ReactElement {
  const text = useAnnouncement((state) => state.text)
  return (
    <VisuallyHidden>
      <div role="status" aria-live="polite" aria-label="What just happened">
        {text}
      </div>
    </VisuallyHidden>
  )
}
