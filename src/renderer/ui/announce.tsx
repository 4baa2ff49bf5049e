import { VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import { create } from 'zustand'
import { t } from '#renderer/i18n/i18n.ts'

const useAnnouncement = create<{ readonly text: string }>(() => ({ text: '' }))

/** Announces a sentence to screen readers. The last one wins. */
export function announce(text: string): void {
  useAnnouncement.setState({ text })
}

/** Live region of the page. */
export function Announcer(): ReactElement {
  const text = useAnnouncement((state) => state.text)
  return (
    <VisuallyHidden>
      <div role="status" aria-live="polite" aria-label={t('ui:status')}>
        {text}
      </div>
    </VisuallyHidden>
  )
}
