import './projects.css'
import { Button, Modal } from '@mantine/core'
import { type ReactElement, useCallback, useEffect, useState } from 'react'
import { call } from '#renderer/client.ts'
import { flushScript } from '#renderer/features/studio/script-sync.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { dateWords } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import type { VersionSummary } from '#shared/projects.ts'
import type { Script } from '#shared/script.ts'
import { shownTitle } from './project-title.ts'
import { useProjects } from './projects-store.ts'

/** Dialog with the previous versions of the open project. */
export function VersionsDialog(): ReactElement {
  const opened = useProjects((state) => state.dialog === 'versions')
  return (
    <Modal opened={opened} onClose={close} title={t('projects:versions.title')} size={760}>
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
  const id = useStudio((state) => state.scriptId) ?? ''
  const show = async (version: string): Promise<void> =>
    setShown(await call('projects.version', { id, version }))
  const load = useCallback(async (): Promise<void> => {
    const found = await call('projects.versions', { id })
    setVersions(found)
    const [newest] = found
    setShown(newest && (await call('projects.version', { id, version: newest.id })))
  }, [id])
  useEffect(() => void run(load), [load, run])
  const keep = async (): Promise<void> => {
    await flushScript()
    await call('projects.keepVersion', { id, reason: 'kept' })
    await load()
    announce(t('projects:versions.kept'))
  }
  const bringBack = async (): Promise<void> => {
    if (!shown) return
    await flushScript()
    await call('projects.bringBack', { id, version: shown.id })
    close()
    announce(t('projects:versions.broughtBack'))
  }
  return (
    <div className="dialog-step">
      <p className="text-secondary">{t('projects:versions.about')}</p>
      <InlineError reason={error} />
      {versions?.length === 0 && <p>{t('projects:versions.none')}</p>}
      {versions && versions.length > 0 && (
        <div className="versions">
          <VersionList
            versions={versions}
            shownId={shown?.id}
            onShow={(version) => void run(() => show(version))}
          />
          {shown && <Preview version={shown} />}
        </div>
      )}
      <div className="dialog-actions">
        <Button variant="default" disabled={isPending} onClick={() => void run(keep)}>
          {t('projects:versions.keep')}
        </Button>
        <Button disabled={!shown} loading={isPending} onClick={() => void run(bringBack)}>
          {t('projects:versions.bringBack')}
        </Button>
      </div>
    </div>
  )
}

function VersionList(props: {
  readonly versions: readonly VersionSummary[]
  readonly shownId: string | undefined
  readonly onShow: (id: string) => void
}): ReactElement {
  return (
    <ul aria-label={t('projects:versions.label')}>
      {props.versions.map(({ id, at, reason, lines }) => (
        <li key={id}>
          <button
            type="button"
            className="version"
            aria-pressed={id === props.shownId}
            onClick={() => props.onShow(id)}
          >
            <strong>{dateWords(at)}</strong>
            <span className="text-secondary">{t(`projects:versions.reasons.${reason}`)}</span>
            <span className="text-secondary">{t('projects:versions.lines', { count: lines })}</span>
          </button>
        </li>
      ))}
    </ul>
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
    <section className="version-preview" aria-label={t('projects:versions.preview')} tabIndex={0}>
      <h3>{shownTitle(title)}</h3>
      <ol>
        {lines.slice(0, MAX_PREVIEWED).map((line) => (
          <li key={line.id} lang={line.language}>
            {line.text}
          </li>
        ))}
      </ol>
      {more > 0 && (
        <p className="text-secondary">{t('projects:versions.moreLines', { count: more })}</p>
      )}
    </section>
  )
}
