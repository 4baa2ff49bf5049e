import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { reported, saveAsNewProject } from './project-actions.ts'
import { useProjects } from './projects-store.ts'

/** Notice that says why edits cannot be saved, for as long as that lasts, and what a person can do about it. */
export function UnsavedNotice(): ReactElement | undefined {
  const reason = useStudio(({ save }) => save.reason)
  const isConnected = useConnection().status === 'connected'
  if (reason === '' || !isConnected) return undefined
  return (
    <div className="notice notice-warning" role="alert">
      <IconAlertTriangle size={24} aria-hidden="true" />
      <div className="notice-text">
        <strong>{t('unsaved:title')}</strong> {reason}
      </div>
      <Button
        variant="default"
        size="sm"
        onClick={() => useProjects.setState({ dialog: 'projects' })}
      >
        {t('unsaved:allProjects')}
      </Button>
      <Button
        variant="default"
        size="sm"
        onClick={() => reported(t('unsaved:asNewFailed'), saveAsNewProject)}
      >
        {t('unsaved:asNew')}
      </Button>
    </div>
  )
}
