import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { downloadFrom } from '#renderer/download.ts'
import { flushScript } from '#renderer/features/studio/script-sync.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { safeName } from '#shared/export-names.ts'
import { scriptCsv } from '#shared/script-rows.ts'
import { reported, saveAsNewProject } from './project-actions.ts'
import { useProjects } from './projects-store.ts'

/** Notice that says why edits cannot be saved, for as long as that lasts, and what a person can do about it. */
export function UnsavedNotice(): ReactElement | undefined {
  const { reason, isFull } = useStudio(({ save }) => save)
  const isConnected = useConnection().status === 'connected'
  if (reason === '' || !isConnected) return undefined
  return (
    <div className="notice notice-warning" role="alert">
      <IconAlertTriangle size={24} aria-hidden="true" />
      <div className="notice-text">
        <strong>{t('unsaved:title')}</strong> {reason}
        {isFull && ` ${t('unsaved:fullHint')}`}
      </div>
      {isFull ? <ForFullDisk /> : <ForOtherFailures />}
    </div>
  )
}

/** Another project on the same disk would be of no use. */
function ForFullDisk(): ReactElement {
  return (
    <>
      <Button variant="default" size="sm" onClick={() => void flushScript()}>
        {t('studio:tryAgain')}
      </Button>
      <Button variant="default" size="sm" onClick={saveCopy}>
        {t('unsaved:saveCopy')}
      </Button>
    </>
  )
}

function ForOtherFailures(): ReactElement {
  return (
    <>
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
    </>
  )
}

/** Downloads the script as a table, which is made in this window: the host has no room for one. */
function saveCopy(): void {
  const { script, voices } = useStudio.getState()
  const named = Object.fromEntries(
    voices.map(({ id, name, language }) => [id, { name, language: language ?? '' }]),
  )
  const table = new Blob([scriptCsv({ lines: script.lines, voices: named })], { type: 'text/csv' })
  const address = URL.createObjectURL(table)
  downloadFrom(address, `${safeName(script.title) || t('unsaved:copyName')}.csv`)
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
