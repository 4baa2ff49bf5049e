import { notifications } from '@mantine/notifications'
import { create } from 'zustand'
import { call } from '#renderer/client.ts'
import { fetchSignedIn } from '#renderer/session.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import type { Data } from '#shared/api.ts'
import type { Bitrate, FileFormat } from '#shared/formats.ts'
import { formatSize, toFileName } from './export-formats.ts'
import { afterLanguageDetection } from './language-detection.ts'
import { isBlank } from './line-state.ts'
import { useStudio } from './studio-store.ts'

export type ExportResult = Omit<Data<'export.done'>, 'jobId'>

/** Shows what a finished export says of where it comes from. */
export type VerifyExport = (download: {
  readonly fileName: string
  readonly url: string
  readonly sidecarUrl?: string | undefined
}) => void

/** How far an export is. */
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
  /** The file's name without its ending; starts as the script's title. */
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

/** Show the dialog; an export that is under way is still there. */
export function openExport(): void {
  const { step } = useExport.getState()
  const name = toFileName(useStudio.getState().script.title)
  useExport.setState(
    step.kind === 'working' ? { opened: true } : { opened: true, name, step: { kind: 'choosing' } },
  )
}

export function closeExport(): void {
  useExport.setState({ opened: false })
}

/** Back to the choices, with what was chosen. */
export function returnToChoices(): void {
  useExport.setState({ step: { kind: 'choosing' } })
}

/** Ask the engine for the whole script as one file. */
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
  announce('Exporting.')
  call('export.start', { jobId, title: toFileName(name), lines, format, bitrate }).catch((error) =>
    handleExportFailed(jobId, errorMessage(error)),
  )
}

/** Give up the export that is under way. */
export function cancelExport(): void {
  const { step } = useExport.getState()
  if (step.kind !== 'working') return
  returnToChoices()
  call('job.cancel', { jobId: step.jobId }).catch((error) => announce(String(error)))
}

/** News: part of the export is done. */
export function handleExportProgress({ jobId, done, total }: Data<'export.progress'>): void {
  if (isCurrentJob(jobId)) useExport.setState({ step: { kind: 'working', jobId, done, total } })
}

/** News: the file is there. A browser starts to fetch it; the desktop has saved it. */
export function handleExportDone({ jobId, ...result }: Data<'export.done'>): void {
  if (!isCurrentJob(jobId)) return
  useExport.setState({ step: { kind: 'done', result } })
  notifyOutcome('Exported', describeResult(result))
  if (result.location.kind === 'download') download(result.location.url, result.fileName)
}

/** News: the export came to nothing. */
export function handleExportFailed(jobId: string, message: string): void {
  if (!isCurrentJob(jobId)) return
  useExport.setState({ step: { kind: 'failed', message } })
  notifyOutcome('The export failed', message)
}

/** Where the finished file is, in words. */
export function describeResult({ fileName, sizeBytes, location }: ExportResult): string {
  const size = formatSize(sizeBytes)
  if (location.kind === 'saved') return `Saved to ${location.path} (${size}).`
  return `${fileName} (${size}): the download has started.`
}

/** While the dialog is closed, the outcome of an export is told beside the script. */
function notifyOutcome(title: string, message: string): void {
  announce(`${title}. ${message}`)
  if (!useExport.getState().opened) notifications.show({ color: 'brand', title, message })
}

/** The engine forgets the work of a lost connection. */
export function failExportOnDisconnect(): void {
  const { step } = useExport.getState()
  if (step.kind === 'working')
    handleExportFailed(
      step.jobId,
      'The connection to the engine was lost. Try again once it is back.',
    )
}

/** Fetch a finished file as the browser does with any download: at an address that works once. Says why not. */
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
      notifications.show({ color: 'red', title: `${fileName} was not downloaded`, message })
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
