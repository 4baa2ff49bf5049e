import { notifications } from '@mantine/notifications'
import { create } from 'zustand'
import { markAsDetected } from '#renderer/features/studio/language-detection.ts'
import { isBlank } from '#renderer/features/studio/line-state.ts'
import { piecesOfText } from '#renderer/features/studio/parse-paste.ts'
import { scriptFull } from '#renderer/features/studio/script-commands.ts'
import { cancelLine } from '#renderer/features/studio/speech-queue.ts'
import { edit, lineById, useStudio } from '#renderer/features/studio/studio-store.ts'
import { settledVoice } from '#renderer/features/studio/usual-voice.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { chooseFiles } from '#renderer/ui/choose-files.ts'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { showError } from '#renderer/ui/show-error.ts'
import {
  IMPORT_LIMITS,
  type ImportedFile,
  type ImportedTable,
  type Piece,
  type TextEncoding,
} from '#shared/imports.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { LINE_LIMIT, type Script, type ScriptLine } from '#shared/script.ts'
import { detectTexts } from './detect-texts.ts'
import { type ImportOrder, type ImportPlan, withCast } from './import-plan.ts'
import { readImport } from './read-import.ts'
import { tablePieces } from './table-pieces.ts'

/** Where imported lines go. */
export const PLACES = ['after', 'end', 'replace'] as const
export type Place = (typeof PLACES)[number]

/** Step of the import dialog. */
export type ImportStep =
  | { readonly kind: 'reading'; readonly sent: number }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly read: ImportedFile }

export interface ImportState {
  /** What is imported; undefined: the dialog is closed. A text was pasted or dropped. */
  readonly source: { readonly name: string; readonly file?: File } | undefined
  /** Files that are imported after this one. */
  readonly waiting: readonly File[]
  readonly step: ImportStep
  /** Empty: guessed. */
  readonly encoding: TextEncoding | ''
  /** Columns as the person has them. */
  readonly columns: Pick<ImportedTable, 'hasHeader' | 'roles'>
  readonly chosen: ImportOrder['chosen']
  readonly speaksDirections: boolean
  readonly place: Place
  /** Line that was selected when the dialog opened. */
  readonly afterId: string | undefined
  readonly languages: ReadonlyMap<string, LanguageCode>
}

const NO_COLUMNS = { hasHeader: false, roles: [] }

export const useImport = create<ImportState>(() => ({
  source: undefined,
  waiting: [],
  step: { kind: 'reading', sent: 0 },
  encoding: '',
  columns: NO_COLUMNS,
  chosen: new Map(),
  speaksDirections: false,
  place: 'end',
  afterId: undefined,
  languages: new Map(),
}))

let running = new AbortController()

/** Asks for a script, and opens the dialog with it. */
export function chooseImport(): void {
  const accept = '.txt,.md,.markdown,.docx,.srt,.vtt,.csv,.tsv,.tab,text/*'
  chooseFiles({ accept, multiple: true }, importFiles)
}

/** Opens the dialog for files, one after the other. Shows an error for one that is empty or too large. */
export function importFiles(files: readonly File[]): void {
  const usable = files.filter(isUsable)
  if (usable.length === 0) return
  const { source, waiting } = useImport.getState()
  useImport.setState({ waiting: [...waiting, ...usable] })
  if (!source) openNext()
}

/** Opens the dialog for a text that was pasted into a line, or dropped. */
export function importText(text: string, name: string, afterId?: string): void {
  open({ name }, afterId)
  show({
    format: t('import:source.text'),
    content: { kind: 'pieces', pieces: piecesOfText(text) },
    warnings: [],
  })
}

/** Opens the dialog for a table that was copied, with tabs between its columns. */
export function importTable(text: string, name: string, afterId?: string): void {
  open({ name, file: new File([text], `${name}.tsv`) }, afterId)
  void readSource()
}

/** Closes the dialog, and stops what it is doing. The script stays as it is. The next file that waits is opened. */
export function closeImport(): void {
  running.abort(new Error('cancelled'))
  useImport.setState({ source: undefined })
  openNext()
}

/** Reads the file again, in another encoding. */
export function chooseEncoding(encoding: TextEncoding | ''): void {
  useImport.setState({ encoding })
  void readSource()
}

/** Reads the file of the dialog, also for another try. */
export async function readSource(): Promise<void> {
  const { source, encoding } = useImport.getState()
  if (!source?.file) return
  running.abort(new Error('replaced'))
  running = new AbortController()
  const { signal } = running
  const showSent = (sent: number): void => {
    if (!signal.aborted) useImport.setState({ step: { kind: 'reading', sent } })
  }
  showSent(0)
  try {
    const read = await readImport(source.file, encoding || undefined, signal, showSent)
    if (!signal.aborted) show(read)
  } catch (error) {
    if (signal.aborted) return
    const message = errorMessage(error)
    useImport.setState({ step: { kind: 'failed', message } })
    announce(message)
  }
}

/** The pieces of what was read, by the columns that the person has chosen. */
export function piecesOf({
  step,
  columns,
}: Pick<ImportState, 'step' | 'columns'>): readonly Piece[] {
  if (step.kind !== 'ready') return []
  const { content } = step.read
  return content.kind === 'pieces' ? content.pieces : tablePieces({ ...content, ...columns })
}

/** What an import is planned from, of the dialog and of the script. */
export function orderOf(
  state: Pick<ImportState, 'chosen' | 'speaksDirections' | 'languages' | 'afterId'>,
  pieces: readonly Piece[],
): ImportOrder {
  const { voices, script } = useStudio.getState()
  const { chosen, speaksDirections, languages, afterId } = state
  const model = lineById(afterId) ?? script.lines.at(-1)
  return {
    ...{ pieces, voices, chosen, speaksDirections, languages },
    remembered: script.settings?.cast ?? {},
    defaultVoice: model?.voice ?? settledVoice() ?? '',
  }
}

/** How many lines the script still takes. */
export function roomFor(place: Place): number {
  return place === 'replace' ? LINE_LIMIT : LINE_LIMIT - useStudio.getState().script.lines.length
}

/** Finds out in which languages the lines are, if any is not known yet. What stays in doubt is told from the voices after the import. */
export async function detectLanguagesOf({ lines }: Pick<ImportPlan, 'lines'>): Promise<void> {
  const { languages, source } = useImport.getState()
  const spoken = lines.filter(({ kind }) => kind === 'line')
  if (spoken.every(({ text }) => languages.has(text))) return
  try {
    const answers = await detectTexts({
      lines: spoken.map(({ text, language }) => ({ text, language })),
      script: useStudio.getState().script.settings?.languages ?? [],
    })
    if (useImport.getState().source !== source) return
    const known = new Map(useImport.getState().languages)
    for (const [index, { text }] of spoken.entries()) {
      const language = answers[index]?.language
      if (language) known.set(text, language)
    }
    useImport.setState({ languages: known })
  } catch (error) {
    announce(t('import:failed.languages', { reason: errorMessage(error) }))
  }
}

/** Puts the lines into the script as one undo step, has the project remember the cast, and opens the next file that waits. */
export function finishImport(plan: Pick<ImportPlan, 'cast'>, lines: readonly ScriptLine[]): void {
  const { source, place, afterId, speaksDirections, languages } = useImport.getState()
  if (!source) return
  const added = lines.slice(0, roomFor(place))
  const [first] = added
  const removed = place === 'replace' ? useStudio.getState().script.lines : []
  markAsDetected(added.filter(({ text }) => languages.has(text)))
  const isDone =
    first !== undefined &&
    edit('', (script) => ({
      script: {
        ...script,
        lines: placed(script, added, place, afterId),
        settings: withCast(script.settings, plan, speaksDirections),
      },
      caret: { lineId: first.id, offset: 0 },
    }))
  if (!isDone) {
    showError(t('import:failed.full'), scriptFull())
    return
  }
  for (const { id } of removed) cancelLine(id)
  tellResult(source.name, added, lines.length - added.length)
  useImport.setState({ source: undefined })
  openNext()
}

function placed(
  { lines }: Script,
  added: readonly ScriptLine[],
  place: Place,
  afterId: string | undefined,
): ScriptLine[] {
  if (place === 'replace') return [...added]
  const index = lines.findIndex(({ id }) => id === afterId)
  const line = lines[index]
  if (place === 'end' || !line) return [...lines, ...added]
  // An empty line was only the place where the text should go.
  const isPlace = isBlank(line) && line.kind !== 'chapter'
  return lines.toSpliced(isPlace ? index : index + 1, isPlace ? 1 : 0, ...added)
}

function tellResult(name: string, added: readonly ScriptLine[], missing: number): void {
  const lines = added.filter(({ kind }) => kind !== 'chapter').length
  notifications.show({
    color: missing > 0 ? 'orange' : 'brand',
    title: t('import:done.imported', { count: lines }),
    message:
      missing > 0
        ? t('import:done.missing', { count: missing, full: scriptFull() })
        : t('import:done.from', { name }),
  })
}

function openNext(): void {
  const [file, ...waiting] = useImport.getState().waiting
  if (!file) return
  useImport.setState({ waiting })
  open({ name: file.name, file })
  void readSource()
}

function open(source: NonNullable<ImportState['source']>, afterId?: string): void {
  const { selectedId, script } = useStudio.getState()
  const selected = lineById(afterId ?? selectedId)?.id
  useImport.setState({
    source,
    step: { kind: 'reading', sent: 0 },
    encoding: '',
    columns: NO_COLUMNS,
    chosen: new Map(),
    speaksDirections: script.settings?.speaksDirections ?? false,
    place: afterId === undefined ? 'end' : 'after',
    afterId: selected,
    languages: new Map(),
  })
}

function show(read: ImportedFile): void {
  const { content } = read
  useImport.setState({
    step: { kind: 'ready', read },
    columns:
      content.kind === 'table'
        ? { hasHeader: content.hasHeader, roles: content.roles }
        : NO_COLUMNS,
  })
}

function isUsable({ name, size }: File): boolean {
  const most = IMPORT_LIMITS.bytes
  if (size === 0) showError(t('import:failed.file'), t('import:failed.empty', { name }))
  else if (size > most)
    showError(
      t('import:failed.tooLarge'),
      t('import:failed.tooManyBytes', { name, bytes: size, most }),
    )
  else return true
  return false
}
