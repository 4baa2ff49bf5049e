import { notifications } from '@mantine/notifications'
import { create } from 'zustand'
import { call } from '#renderer/client.ts'
import { afterLanguageDetection } from '#renderer/features/studio/language-detection.ts'
import { isBlank } from '#renderer/features/studio/line-state.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { fetchSignedIn } from '#renderer/session.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import type { Data } from '#shared/api.ts'
import type { Bitrate, FileFormat } from '#shared/formats.ts'
import { formatSize, toFileName } from './export-formats.ts'

export type ExportResult = Omit<Data<'export.done'>, 'jobId'>

/** Opens the Verify screen with a finished export. */
export type VerifyExport = (download: {
  readonly fileName: string
  readonly url: string
  readonly sidecarUrl?: string | undefined
}) => void

/** Step of the export dialog. */
export type ExportStep =
  | { readonly kind: 'choosing' }
  | {
      readonly kind: 'working'
      readonly jobId: string
      readonly done: number
      readonly total: number
    }
  | { readonly kind: 'done'; readonly result: ExportResult }
  | { readonly kind: 'failed'; readonly message: string }

interface ExportState {
  readonly opened: boolean
  readonly step: ExportStep
  /** File name without its extension; initially the title of the script. */
  readonly name: string
  readonly format: FileFormat
  readonly bitrate: Bitrate
}

export const useExport = create<ExportState>(() => ({
  opened: false,
  step: { kind: 'choosing' },
  name: '',
  format: 'mp3',
  bitrate: '128k',
}))

/** Opens the dialog. An export in progress is still shown. */
export function openExport(): void {
  const { step } = useExport.getState()
  const name = toFileName(useStudio.getState().script.title)
  useExport.setState(
    step.kind === 'working' ? { opened: true } : { opened: true, name, step: { kind: 'choosing' } },
  )
}

/** Closes the dialog. An export in progress goes on. */
export function closeExport(): void {
  useExport.setState({ opened: false })
}

/** Returns to the choices, which are kept. */
export function returnToChoices(): void {
  useExport.setState({ step: { kind: 'choosing' } })
}

/** Exports the whole script as one file. */
export function startExport(): void {
  afterLanguageDetection(exportScript)
}

function exportScript(): void {
  const { name, format, bitrate } = useExport.getState()
  const lines = useStudio.getState().script.lines.filter((line) => !isBlank(line))
  if (lines.length === 0) {
    useExport.setState({ step: { kind: 'failed', message: 'Write a line first.' } })
    return
  }
  const jobId = randomId()
  useExport.setState({ step: { kind: 'working', jobId, done: 0, total: 0 } })
  announce('Export started.')
  call('export.start', { jobId, title: toFileName(name), lines, format, bitrate }).catch((error) =>
    handleExportFailed(jobId, errorMessage(error)),
  )
}

/** Cancels the export in progress. */
export function cancelExport(): void {
  const { step } = useExport.getState()
  if (step.kind !== 'working') return
  returnToChoices()
  call('job.cancel', { jobId: step.jobId }).catch((error) => announce(String(error)))
}

/** Handles the progress of an export. */
export function handleExportProgress({ jobId, done, total }: Data<'export.progress'>): void {
  if (isCurrentJob(jobId)) useExport.setState({ step: { kind: 'working', jobId, done, total } })
}

/** Handles a finished export: a browser starts the download; the desktop has saved the file. */
export function handleExportDone({ jobId, ...result }: Data<'export.done'>): void {
  if (!isCurrentJob(jobId)) return
  useExport.setState({ step: { kind: 'done', result } })
  notifyOutcome('Exported', describeResult(result))
  if (result.location.kind === 'download') download(result.location.url, result.fileName)
}

/** Handles a failed export. */
export function handleExportFailed(jobId: string, message: string): void {
  if (!isCurrentJob(jobId)) return
  useExport.setState({ step: { kind: 'failed', message } })
  notifyOutcome('The export failed', message)
}

/** Sentence about where the finished file is. */
export function describeResult({ fileName, sizeBytes, location }: ExportResult): string {
  const size = formatSize(sizeBytes)
  if (location.kind === 'saved') return `Saved to ${location.path} (${size}).`
  return `${fileName} (${size}): the download has started.`
}

/** Notifies the user of the outcome while the dialog is closed. */
function notifyOutcome(title: string, message: string): void {
  announce(`${title}. ${message}`)
  if (!useExport.getState().opened) notifications.show({ color: 'brand', title, message })
}

/** Fails the export in progress: jobs end with the connection. */
export function failExportOnDisconnect(): void {
  const { step } = useExport.getState()
  if (step.kind === 'working')
    handleExportFailed(step.jobId, 'The connection to Griot was lost. Try again once it is back.')
}

/** Downloads a finished file through the browser, at an address that works once. Shows an error if that fails. */
export function download(url: string, fileName: string): void {
  requestTicket(url).then(
    (address) => {
      const link = document.createElement('a')
      link.href = address
      link.download = fileName
      link.click()
    },
    (error) => {
      const message = errorMessage(error)
      announce(message)
      notifications.show({ color: 'red', title: `${fileName} could not be downloaded`, message })
    },
  )
}

async function requestTicket(url: string): Promise<string> {
  const answer = await fetchSignedIn(`${url}/ticket`, { method: 'POST' })
  const said: { readonly url: string; readonly detail: string } = await answer.json()
  if (!answer.ok) throw new Error(said.detail)
  return said.url
}

function isCurrentJob(jobId: string): boolean {
  const { step } = useExport.getState()
  return step.kind === 'working' && step.jobId === jobId
}
