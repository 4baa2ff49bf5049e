import { Button, FileButton } from '@mantine/core'
import { IconFileMusic } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { importFiles } from './import-file.ts'
import { isRecorderBusy, useRecorder } from './recorder-store.ts'

/** Section to import an existing recording. */
export function FileSection(): ReactElement {
  const busy = useRecorder(({ step }) => isRecorderBusy(step))
  const connected = useConnection().status === 'connected'
  return (
    <section className="file-section" aria-label={t('voices:recorder.file.title')}>
      <IconFileMusic size={32} stroke={1.5} aria-hidden="true" />
      <div>
        <strong>{t('voices:recorder.file.question')}</strong>
        <p>{t('voices:recorder.file.about')}</p>
      </div>
      <FileButton accept="audio/*,video/*" onChange={(file) => importFiles(file ? [file] : [])}>
        {(props) => (
          <Button variant="default" disabled={busy || !connected} {...props}>
            {t('voices:recorder.file.choose')}
          </Button>
        )}
      </FileButton>
    </section>
  )
}
