import './projects.css'
import { Button, Modal } from '@mantine/core'
import { type ReactElement, useEffect, useState } from 'react'
import { call } from '#renderer/client.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import type { VersionReason, VersionSummary } from '#shared/projects.ts'
import type { Script } from '#shared/script.ts'
import { currentProject } from './current-project.ts'
import { dateWords } from './date-words.ts'
import { useProjects } from './project-actions.tsx'

const REASONS: Readonly<Record<VersionReason, string>> = {
  'before-pause': 'before a pause',
  'before-import': 'before an import',
  'before-replace': 'before texts were replaced',
  'before-restore': 'before an older version was brought back',
}

/** Dialog with the previous versions of the open project. */
export function VersionsDialog(): ReactElement {
  const opened = useProjects((state) => state.dialog === 'versions')
  return (
    <Modal opened={opened} onClose={close} title="Previous versions" size={760}>
      <Contents />
    </Modal>
  )
}

const close = (): void => useProjects.setState({ dialog: undefined })

interface Shown extends VersionSummary {
  readonly script: Script
}

function Contents(): ReactElement {
  const [versions, setVersions] = useState<readonly VersionSummary[]>()
  const [shown, setShown] = useState<Shown>()
  const { isPending, error, run } = useAsyncAction('stays')
  const id = currentProject() ?? ''
  const show = (version: string): void =>
    void run(async () => setShown(await call('projects.version', { id, version })))
  useEffect(
    () =>
      void run(async () => {
        const found = await call('projects.versions', { id })
        setVersions(found)
        const [newest] = found
        if (newest) setShown(await call('projects.version', { id, version: newest.id }))
      }),
    [id, run],
  )
  const bringBack = (): void =>
    void run(async () => {
      if (!shown) return
      await call('projects.bringBack', { id, version: shown.id })
      close()
      announce('The version was brought back. What was there before is kept as a previous version.')
    })
  if (versions?.length === 0)
    return (
      <p className="text-secondary">
        There is no previous version yet. Griot keeps the last five: before a pause of an hour, an
        import, and whenever an older version is brought back.
      </p>
    )
  return (
    <div className="dialog-step">
      <InlineError reason={error} />
      <div className="versions">
        <ul aria-label="Versions">
          {versions?.map((version) => (
            <li key={version.id}>
              <button
                type="button"
                className="version"
                aria-pressed={version.id === shown?.id}
                onClick={() => show(version.id)}
              >
                <strong>{dateWords(version.at)}</strong>
                <span className="text-secondary">{REASONS[version.reason]}</span>
                <span className="text-secondary">
                  {version.lines} {version.lines === 1 ? 'line' : 'lines'}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {shown && <Preview version={shown} />}
      </div>
      <div className="dialog-actions">
        <Button variant="default" onClick={close}>
          Close
        </Button>
        <Button disabled={!shown} loading={isPending} onClick={bringBack}>
          Bring back
        </Button>
      </div>
    </div>
  )
}

/** Number of lines that the preview shows; the others are counted. */
const MAX_PREVIEWED = 200

function Preview({ version }: { readonly version: Shown }): ReactElement {
  const { title, lines } = version.script
  const more = lines.length - MAX_PREVIEWED
  return (
    // A scrolled part must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the arrow keys
    <section className="version-preview" aria-label="Preview of the version" tabIndex={0}>
      <h3>{title || 'Untitled script'}</h3>
      <ol>
        {lines.slice(0, MAX_PREVIEWED).map((line) => (
          <li key={line.id} lang={line.language}>
            {line.text}
          </li>
        ))}
      </ol>
      {more > 0 && <p className="text-secondary">and {more} more lines.</p>}
    </section>
  )
}
