import { Button, Loader } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconDownload,
  IconFolderOpen,
} from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { call } from '#renderer/client.ts'
import { download } from '#renderer/download.ts'
import { DialogActions, Outcome } from '#renderer/features/studio/dialog-steps.tsx'
import { t } from '#renderer/i18n/i18n.ts'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { sizeWords } from '#renderer/ui/size-words.ts'
import type { ExportedFile } from '#shared/export-order.ts'
import { isTextFormat } from '#shared/formats.ts'
import { formatName, isSignedExport } from './export-formats.ts'
import {
  closeExport,
  type DoneFile,
  describeResult,
  type ExportStep,
  type FailedFile,
  returnToChoices,
  showInFolder,
  tryAgain,
  type VerifyExport,
} from './export-store.ts'

/** Rows of a sheet: more would be slow to show, and nobody reads them. Failures always come first. */
const MOST_ROWS = 200

type Done = Extract<ExportStep, { kind: 'done' }>

/** What has come of every file, and what can be done with it. */
export function ResultSheet(props: {
  readonly step: Done
  readonly verify: VerifyExport
  readonly children: ReactNode
}): ReactElement {
  const { files, bundle, isStopped } = props.step
  const failed = files.filter((file) => file.state === 'failed')
  const [only, ...others] = files
  const isSingle = only?.state === 'done' && others.length === 0
  return (
    <div className="dialog-step">
      <Outcome state={failed.length > 0 ? 'doubtful' : 'done'}>
        {isStopped && `${t('export:result.stopped')} `}
        {describeResult(files)}
      </Outcome>
      <SignedNote files={files} />
      {!isSingle && <Files files={files} verify={props.verify} />}
      {props.children}
      <DialogActions>
        {isSingle && <FileActions file={only} verify={props.verify} isSingle />}
        {bundle && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            onClick={() => download(bundle.url, bundle.fileName)}
          >
            {t('export:actions.downloadAll', { size: sizeWords(bundle.sizeBytes) })}
          </Button>
        )}
        {failed.length > 1 && (
          <Button onClick={() => tryAgain()}>{t('export:result.tryAllAgain')}</Button>
        )}
        <Button variant="default" onClick={returnToChoices}>
          {t('export:result.exportElse')}
        </Button>
        <Button onClick={closeExport} data-autofocus>
          {t('export:result.done')}
        </Button>
      </DialogActions>
    </div>
  )
}

/** Files that are made while others still are. */
export function FilesSoFar({
  step,
}: {
  step: Extract<ExportStep, { kind: 'working' }>
}): ReactElement {
  const { files, names } = step
  const left = names.filter((name) => !files.some(({ fileName }) => fileName === name))
  const [current, ...waiting] = left
  return (
    <ul className="export-files" aria-label={t('export:files')}>
      {current !== undefined && (
        <li>
          <Loader size={18} aria-hidden="true" />
          <span className="export-file-name">
            {t('export:working.beingMade', { name: current })}
          </span>
        </li>
      )}
      {files
        .slice(-MOST_ROWS)
        .toReversed()
        .map((file) => (
          <FileRow key={`${file.fileName} ${file.state}`} file={file} />
        ))}
      {waiting.length > 0 && <li>{t('export:working.waiting', { count: waiting.length })}</li>}
    </ul>
  )
}

function Files(props: {
  readonly files: readonly ExportedFile[]
  readonly verify: VerifyExport
}): ReactElement {
  const ordered = props.files.toSorted(
    (one, other) => Number(one.state === 'done') - Number(other.state === 'done'),
  )
  const more = ordered.length - MOST_ROWS
  return (
    <ul className="export-files" aria-label={t('export:files')}>
      {ordered.slice(0, MOST_ROWS).map((file) => (
        <FileRow key={`${file.fileName} ${file.state}`} file={file}>
          {file.state === 'done' ? (
            <FileActions file={file} verify={props.verify} />
          ) : (
            <TryAgain file={file} />
          )}
        </FileRow>
      ))}
      {more > 0 && <li>{t('export:result.moreFiles', { count: more })}</li>}
    </ul>
  )
}

function FileRow(props: {
  readonly file: ExportedFile
  readonly children?: ReactNode
}): ReactElement {
  const { file } = props
  const isDone = file.state === 'done'
  const Icon = isDone ? IconCircleCheck : IconAlertTriangle
  return (
    <li data-failed={!isDone || undefined}>
      <Icon size={20} aria-hidden="true" />
      <span className="export-file-name">
        {file.fileName}
        <small className="text-secondary">
          {isDone
            ? sizeWords(file.sizeBytes)
            : t('export:result.fileFailed', { reason: file.message })}
        </small>
      </span>
      {props.children && <span className="export-file-actions">{props.children}</span>}
    </li>
  )
}

function TryAgain({ file }: { file: FailedFile }): ReactElement {
  const action = t('export:actions.tryAgain')
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={t('export:actions.of', { action, name: file.fileName })}
      onClick={() => tryAgain(file.fileName)}
    >
      {action}
    </Button>
  )
}

interface ActionsProps {
  readonly file: DoneFile
  readonly verify: VerifyExport
  /** Whether they stand below the sheet instead of in a row. */
  readonly isSingle?: boolean
}

/** Download or folder, and Verify. */
function FileActions({ file, verify, isSingle = false }: ActionsProps): ReactElement {
  const { fileName, format, location } = file
  const look = isSingle
    ? ({ variant: 'default' } as const)
    : ({ variant: 'subtle', size: 'compact-sm' } as const)
  const named = (action: string) =>
    isSingle ? {} : { 'aria-label': t('export:actions.of', { action, name: fileName }) }
  const icon = <IconDownload size={18} aria-hidden="true" />
  if (location.kind === 'saved')
    return (
      <>
        {isSignedExport(format) && <VerifySaved path={location.path} look={look} />}
        <Button
          {...look}
          {...named(t('export:actions.reveal'))}
          leftSection={<IconFolderOpen size={18} aria-hidden="true" />}
          onClick={() => showInFolder(location.path)}
        >
          {t('export:actions.reveal')}
        </Button>
      </>
    )
  const { url, sidecarUrl } = location
  return (
    <>
      {sidecarUrl !== undefined && (
        <Button
          {...look}
          {...named(t('export:actions.downloadSidecar'))}
          leftSection={icon}
          onClick={() => download(sidecarUrl, fileName.replace(/\.[^.]+$/, '.c2pa'))}
        >
          {isSingle ? t('export:actions.downloadSidecar') : '.c2pa'}
        </Button>
      )}
      <Button
        {...look}
        {...named(t('export:actions.download'))}
        leftSection={icon}
        onClick={() => download(url, fileName)}
      >
        {t(isSingle ? 'export:actions.downloadAgain' : 'export:actions.download')}
      </Button>
      {isSignedExport(format) && (
        <Button
          {...look}
          {...named(t('export:actions.verify'))}
          onClick={() => {
            closeExport()
            verify({ fileName, url, sidecarUrl })
          }}
        >
          {t('export:actions.verify')}
        </Button>
      )}
    </>
  )
}

/** A file on this computer is verified where it is; the verdict takes the place of the button's name. */
function VerifySaved(props: {
  readonly path: string
  readonly look: { readonly variant: string; readonly size?: string }
}): ReactElement {
  const [verdict, setVerdict] = useState<string>()
  const verifySaved = (): void => {
    setVerdict(t('export:actions.verifying'))
    call('export.verify', { path: props.path }).then(
      ({ title }) => setVerdict(title),
      (error) => setVerdict(errorMessage(error)),
    )
  }
  return (
    <Button {...props.look} aria-live="polite" onClick={verifySaved}>
      {verdict ?? t('export:actions.verify')}
    </Button>
  )
}

/** Whether the files are signed, and whether .c2pa files belong to them. */
function SignedNote({ files }: { files: readonly ExportedFile[] }): ReactElement | null {
  const done = files.filter((file) => file.state === 'done' && !isTextFormat(file.format))
  if (done.length === 0) return null
  const unsigned = new Set(
    done.filter(({ format }) => !isSignedExport(format)).map(({ format }) => formatName(format)),
  )
  const signed = done.filter(({ format }) => isSignedExport(format))
  const hasSidecar = signed.some(
    (file) =>
      file.state === 'done' &&
      (file.location.kind === 'saved' ? file.location.sidecarPath : file.location.sidecarUrl) !==
        undefined,
  )
  return (
    <p className="text-secondary">
      {signed.length > 0 &&
        (hasSidecar
          ? t('export:signed.apart', { count: signed.length })
          : t('export:signed.inside'))}{' '}
      {unsigned.size > 0 && t('export:signed.not', { formats: [...unsigned].join(', ') })}
    </p>
  )
}
