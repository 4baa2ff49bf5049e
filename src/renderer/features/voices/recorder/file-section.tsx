import { Button, FileButton } from '@mantine/core'
import { IconFileMusic } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { importFiles } from './import-file.ts'
import { isRecorderBusy, useRecorder } from './recorder-store.ts'

/** Section to import an existing recording. */
export function FileSection(): ReactElement {
  const busy = useRecorder(({ step }) => isRecorderBusy(step))
  const connected = useConnection().status === 'connected'
  return (
    <section className="file-section" aria-label="Existing recording">
      <IconFileMusic size={32} stroke={1.5} aria-hidden="true" />
      <div>
        <strong>Do you already have a recording?</strong>
        <p>
          Drop it anywhere on this screen. WAV, MP3, M4A, Ogg, WebM and FLAC are accepted. Then type
          what is said in it.
        </p>
      </div>
      <FileButton accept="audio/*,video/*" onChange={(file) => importFiles(file ? [file] : [])}>
        {(props) => (
          <Button variant="default" disabled={busy || !connected} {...props}>
            Choose a file
          </Button>
        )}
      </FileButton>
    </section>
  )
}
