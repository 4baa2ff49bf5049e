import { notifications } from '@mantine/notifications'
import { create } from 'zustand'
import { call } from '#renderer/client.ts'
import { download } from '#renderer/download.ts'
import { afterLanguageDetection } from '#renderer/features/studio/language-detection.ts'
import { useSelection } from '#renderer/features/studio/selection/selection.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { takeById } from '#renderer/features/studio/takes/take-library.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { useSettings } from '#renderer/settings.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import { showError } from '#renderer/ui/show-error.ts'
import { sizeWords } from '#renderer/ui/size-words.ts'
import type { Data } from '#shared/api.ts'
import { unknownFields } from '#shared/export-names.ts'
import type { ExportedFile, ExportOrder } from '#shared/export-order.ts'
import { acceptFirst } from './accept-first.ts'
import {
  type ExportChoices,
  forecast,
  loadChoices,
  orderFor,
  rememberChoices,
  templateOf,
} from './export-choices.ts'

export type DoneFile = Extract<ExportedFile, { state: 'done' }>
export type FailedFile = Extract<ExportedFile, { state: 'failed' }>
type Bundle = Data<'export.done'>['bundle']

/** Opens the Verify screen with a finished export. */
export type VerifyExport = (download: {
  readonly fileName: string
  readonly url: string
  readonly sidecarUrl?: string | undefined
}) => void

/** Export under way or over. `order` is what was ordered, so that it can be tried again. */
interface Running {
  readonly jobId: string
  readonly order: ExportOrder
  /** Files that are made, or have failed, in their order; those of earlier tries first. */
  readonly files: readonly ExportedFile[]
}

/** Step of the export dialog. */
export type ExportStep =
  | { readonly kind: 'choosing' }
  | (Running & {
      readonly kind: 'working'
      readonly done: number
      readonly total: number
      /** Names of the files that are to be made. */
      readonly names: readonly string[]
    })
  | (Running & { readonly kind: 'done'; readonly bundle?: Bundle; readonly isStopped: boolean })
  | { readonly kind: 'failed'; readonly message: string }

interface ExportState {
  readonly opened: boolean
  readonly step: ExportStep
  readonly choices: ExportChoices
  /** Lines that were selected when the dialog was opened. */
  readonly selection: readonly string[]
  /** Whether the selected lines alone are exported. */
  readonly isSelectionOnly: boolean
  /** Choices of the settings with which the dialog has begun. */
  readonly begun: ExportChoices | undefined
}

export const useExport = create<ExportState>(() => ({
  ...{ opened: false, step: { kind: 'choosing' }, choices: loadChoices() },
  ...{ selection: [], isSelectionOnly: false, begun: undefined },
}))

/** Opens the dialog. An export in progress is still shown. */
export function openExport(): void {
  const { selectedId, script } = useStudio.getState()
  const { ids } = useSelection.getState()
  const selected = script.lines.filter(
    ({ id }) => ids.has(id) || (ids.size === 0 && id === selectedId),
  )
  const selection = selected.map(({ id }) => id)
  const isWorking = useExport.getState().step.kind === 'working'
  const choices = changedDefaults() ?? useExport.getState().choices
  const fresh = { step: { kind: 'choosing' }, selection, isSelectionOnly: false, choices } as const
  useExport.setState({ opened: true, ...(isWorking ? {} : fresh) })
}

/** The choices of the settings, where they are not those with which the dialog began last; what was chosen since then stays else. */
function changedDefaults(): ExportChoices | undefined {
  const choices = loadChoices()
  if (JSON.stringify(choices) === JSON.stringify(useExport.getState().begun)) return undefined
  useExport.setState({ begun: choices })
  return choices
}

// The settings may come, or be changed elsewhere, while the dialog is open: shown as long as nothing was chosen in it.
useSettings.subscribe(() => {
  const { opened, step, choices, begun } = useExport.getState()
  if (!opened || step.kind !== 'choosing' || choices !== begun) return
  const changed = changedDefaults()
  if (changed) useExport.setState({ choices: changed })
})

/** Closes the dialog. An export in progress goes on. */
export function closeExport(): void {
  useExport.setState({ opened: false })
}

/** Returns to the choices, which are kept. */
export function returnToChoices(): void {
  useExport.setState({ step: { kind: 'choosing' } })
}

/** Changes what is chosen. */
export function choose(change: Partial<ExportChoices>): void {
  useExport.setState(({ choices }) => ({ choices: { ...choices, ...change } }))
}

/** What would be exported now. */
export function currentOrder(): ExportOrder {
  const { choices, selection, isSelectionOnly } = useExport.getState()
  const { script, voices, scriptId: projectId, takes } = useStudio.getState()
  const seedOf = (takeId: string): number | undefined => takeById(takeId)?.seed
  const lineIds = isSelectionOnly ? selection : undefined
  return orderFor(script, lineIds, choices, voices, { projectId, takes, seedOf })
}

/** Why nothing can be exported with these choices, in words. */
export function problemOf(choices: ExportChoices): string | undefined {
  if (choices.formats.length === 0) return t('export:formats.noneChosen')
  const [unknown] = unknownFields(templateOf(choices))
  return unknown === undefined
    ? undefined
    : t('export:fileName.unknownField', { field: `{${unknown}}` })
}

/** Which translations have to be accepted before what is chosen can be exported, in words. */
export function doubtsOf(order: ExportOrder): string | undefined {
  return acceptFirst(order, useStudio.getState().script.lines)
}

/** Exports what is chosen. */
export function startExport(): void {
  const { choices } = useExport.getState()
  if (problemOf(choices) !== undefined) return
  const doubts = doubtsOf(currentOrder())
  if (doubts !== undefined) {
    useExport.setState({ step: { kind: 'failed', message: doubts } })
    return
  }
  useExport.setState({ begun: choices })
  rememberChoices(choices).catch((error) =>
    showError(t('export:failed.remember'), errorMessage(error)),
  )
  afterLanguageDetection(() => exportOrder(currentOrder(), []))
}

/** Exports once more what has failed: one file, or all that did. */
export function tryAgain(fileName?: string): void {
  const { step } = useExport.getState()
  if (step.kind !== 'done') return
  const isAgain = (file: ExportedFile): boolean =>
    file.state === 'failed' && (fileName === undefined || file.fileName === fileName)
  const only = step.files.filter(isAgain).map((file) => file.fileName)
  const others = step.files.filter((file) => !isAgain(file))
  exportOrder({ ...step.order, only, again: step.jobId }, others)
}

function exportOrder(order: ExportOrder, files: readonly ExportedFile[]): void {
  const planned = forecast(order, {}).files.map(({ fileName }) => fileName)
  if (planned.length === 0) {
    useExport.setState({ step: { kind: 'failed', message: t('export:failed.noLine') } })
    return
  }
  const names = planned.filter((name) => order.only === undefined || order.only.includes(name))
  const jobId = randomId()
  useExport.setState({
    step: { ...{ kind: 'working', jobId, order, files, names }, done: 0, total: 0 },
  })
  announce(t('export:working.started'))
  call('export.start', { jobId, ...order }).catch((error) =>
    handleExportFailed(jobId, errorMessage(error)),
  )
}

/** Cancels the export in progress. Files that are finished stay. */
export function cancelExport(): void {
  const { step } = useExport.getState()
  if (step.kind !== 'working') return
  const { jobId, order, files } = step
  if (files.length === 0) returnToChoices()
  else useExport.setState({ step: { ...{ kind: 'done', jobId, order, files }, isStopped: true } })
  call('job.cancel', { jobId }).catch((error) => announce(String(error)))
}

/** Handles the progress of an export. */
export function handleExportProgress({ jobId, done, total }: Data<'export.progress'>): void {
  const step = workingStep(jobId)
  if (step) useExport.setState({ step: { ...step, done, total } })
}

/** Handles a file that is made, or has failed. */
export function handleExportFile({ jobId, file }: Data<'export.file'>): void {
  const step = workingStep(jobId)
  if (step) useExport.setState({ step: { ...step, files: [...step.files, file] } })
}

/** Handles a finished export: a browser starts the download; the desktop has saved the files. */
export function handleExportDone({ jobId, files, bundle }: Data<'export.done'>): void {
  const step = workingStep(jobId)
  if (!step) return
  const { order } = step
  useExport.setState({
    step: { ...{ kind: 'done', jobId, order, bundle, isStopped: false }, files: step.files },
  })
  const [title, body] = [t('export:result.title'), describeResult(step.files)]
  notifyOutcome(title, body)
  call('desktop.notify', { title, body }).catch((error) => announce(String(error)))
  const [first, ...others] = files
  if (bundle) download(bundle.url, bundle.fileName)
  else if (first?.state === 'done' && first.location.kind === 'download' && others.length === 0)
    download(first.location.url, first.fileName)
}

/** Handles a failed export. */
export function handleExportFailed(jobId: string, message: string): void {
  const step = workingStep(jobId)
  if (!step) return
  const { order, files } = step
  const failed = order.only?.filter((name) => !files.some(({ fileName }) => fileName === name))
  // What was made before a second try stays in the sheet.
  if (failed && files.some(({ state }) => state === 'done')) {
    const formats = new Map(forecast(order, {}).files.map((file) => [file.fileName, file.format]))
    const again = failed.map((fileName): FailedFile => {
      const format = formats.get(fileName) ?? 'wav'
      return { ...{ fileName, format, message }, state: 'failed', code: 'export/again' }
    })
    useExport.setState({
      step: { ...{ kind: 'done', jobId, order, isStopped: false }, files: [...files, ...again] },
    })
  } else useExport.setState({ step: { kind: 'failed', message } })
  notifyOutcome(t('export:failed.title'), message)
}

/** Sentence about where the finished files are. */
export function describeResult(files: readonly ExportedFile[]): string {
  const done = files.filter((file) => file.state === 'done')
  const failed = files.length - done.length
  const [first, ...others] = done
  if (!first) return t('export:result.none')
  if (others.length > 0 || failed > 0) {
    const size = done.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    const values = { done: done.length, count: files.length, size: sizeWords(size) }
    const sentences = [t('export:result.many', values)]
    if (failed > 0) sentences.push(t('export:result.notMade', { count: failed }))
    return sentences.join(' ')
  }
  const { fileName, sizeBytes, location } = first
  const size = sizeWords(sizeBytes)
  return location.kind === 'saved'
    ? t('export:result.saved', { path: location.path, size })
    : t('export:result.downloading', { name: fileName, size })
}

/** Notifies the user of the outcome while the dialog is closed. */
function notifyOutcome(title: string, message: string): void {
  announce(t('export:result.announced', { title, message }))
  if (!useExport.getState().opened) notifications.show({ color: 'brand', title, message })
}

/** Fails the export in progress: jobs end with the connection. */
export function failExportOnDisconnect(): void {
  const { step } = useExport.getState()
  if (step.kind === 'working') handleExportFailed(step.jobId, t('export:failed.disconnected'))
}

/** Shows a saved file in its folder. Shows an error if that fails. */
export function showInFolder(path: string): void {
  call('export.reveal', { path }).catch((error) =>
    showError(t('export:failed.reveal'), errorMessage(error)),
  )
}

function workingStep(jobId: string): Extract<ExportStep, { kind: 'working' }> | undefined {
  const { step } = useExport.getState()
  return step.kind === 'working' && step.jobId === jobId ? step : undefined
}
