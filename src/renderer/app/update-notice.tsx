import { Button } from '@mantine/core'
import { IconRefreshAlert } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { create } from 'zustand'
import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
import { isDifferentBuild } from './build-check.ts'

const useUpdate = create<{ readonly isOutdated: boolean }>(() => ({ isOutdated: false }))

/** Checks whether the server now serves another build of this page. */
export async function checkForUpdate(): Promise<void> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const response = await fetch(window.location.pathname, { cache: 'no-store' })
  if (!script || !response.ok) return
  useUpdate.setState({ isOutdated: isDifferentBuild(await response.text(), script) })
}

/** Notice that this page is older than the server. Unsaved edits survive the reload. */
export function UpdateNotice(): ReactElement | undefined {
  const isOutdated = useUpdate((state) => state.isOutdated)
  if (!isOutdated) return undefined
  return (
    <div className="notice notice-warning" role="alert">
      <IconRefreshAlert size={24} aria-hidden="true" />
      <div className="notice-text">
        <RichText text="app:updated" parts={{ strong: <strong /> }} />
      </div>
      <Button variant="default" size="sm" onClick={() => window.location.reload()}>
        {t('app:reload')}
      </Button>
    </div>
  )
}
