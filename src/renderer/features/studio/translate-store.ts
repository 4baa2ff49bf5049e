import { create } from 'zustand'
import { call } from '#renderer/client.ts'
import { type Translation, translate } from '#renderer/translate.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import { AppError } from '#shared/errors.ts'
import { type LanguageCode, languageInfo } from '#shared/languages/languages.ts'
import { LINE_LIMIT, type Script, type ScriptLine } from '#shared/script.ts'
import type { FORMALITIES, TONES } from '#shared/translation.ts'
import { spokenLanguage, withLanguage } from './line-language.ts'
import { isBlank } from './line-state.ts'
import { SCRIPT_FULL } from './script-commands.ts'
import { edit, undoEdit, useStudio, voiceById } from './studio-store.ts'
import { translationVoices } from './translation-voice.ts'

/** A line that was translated in this window: from what, and how well. */
export interface TranslatedLine {
  readonly source: string
  readonly sourceLanguage: LanguageCode
  readonly target: LanguageCode
  /** As it was translated; another text of the line is the person's correction. */
  readonly text: string
  readonly qualities: readonly string[]
  /** The correction that is in the translation memory. */
  readonly remembered?: string
}

/** Step of the dialog that translates lines. */
export type TranslateStep =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'working'; readonly done: number; readonly total: number }
  | { readonly kind: 'failed'; readonly message: string; readonly lacksTranslator: boolean }
  | { readonly kind: 'done'; readonly count: number; readonly report: TranslationReport }

/** What is said of all translated lines together, each thing once. */
export interface TranslationReport {
  readonly qualities: readonly string[]
  readonly notices: readonly string[]
  readonly isStyleUsed: boolean
  readonly offers: Translation['offers']
}

interface TranslateState {
  readonly opened: boolean
  readonly step: TranslateStep
  readonly target: LanguageCode
  readonly tone: (typeof TONES)[number]
  readonly formality: (typeof FORMALITIES)[number]
  /** Where the translations go. */
  readonly place: 'instead' | 'below'
  /** Ids of the lines that are left out. */
  readonly leftOut: ReadonlySet<string>
  /** Translations of this window, by line. */
  readonly translated: Readonly<Record<string, TranslatedLine>>
}

export const useTranslate = create<TranslateState>(() => ({
  opened: false,
  step: { kind: 'choosing' },
  target: 'yo',
  tone: 'neutral',
  formality: 'casual',
  place: 'instead',
  leftOut: new Set(),
  translated: {},
}))

let running = new AbortController()

/** Language in which a line is written. */
export function languageOfLine(line: ScriptLine): LanguageCode {
  return spokenLanguage(line, voiceById(useStudio.getState().voices, line.voice))
}

/** Lines with text that is not in the target language already. */
export function translatableLines(
  lines: readonly ScriptLine[],
  target: LanguageCode,
): readonly ScriptLine[] {
  return lines.filter((line) => !isBlank(line) && languageOfLine(line) !== target)
}

/** Opens the dialog with all lines chosen. */
export function openTranslate(): void {
  const { step } = useTranslate.getState()
  if (step.kind === 'working') useTranslate.setState({ opened: true })
  else useTranslate.setState({ opened: true, step: { kind: 'choosing' }, leftOut: new Set() })
}

/** Closes the dialog, and stops what it is doing; nothing is changed then. */
export function closeTranslate(): void {
  running.abort(new Error('cancelled'))
  const { step } = useTranslate.getState()
  if (step.kind === 'working') announce('Nothing was translated.')
  useTranslate.setState({ opened: false, step: { kind: 'choosing' } })
}

/** Translates the chosen lines one by one, and changes the script once all are there, as one undo step. */
export async function startTranslate(): Promise<void> {
  const { target, tone, formality, leftOut } = useTranslate.getState()
  const { script } = useStudio.getState()
  const chosen = translatableLines(script.lines, target).filter(({ id }) => !leftOut.has(id))
  const total = chosen.length
  running = new AbortController()
  const { signal } = running
  const found: Found[] = []
  useTranslate.setState({ step: { kind: 'working', done: 0, total } })
  announce(`Translating ${total} ${total === 1 ? 'line' : 'lines'}.`)
  try {
    for (const line of chosen) {
      const source = languageOfLine(line)
      const order = { text: line.text, source, target, tone, formality }
      found.push({ line, source, translation: await translate(order, signal) })
      if (!signal.aborted)
        useTranslate.setState({ step: { kind: 'working', done: found.length, total } })
    }
    if (!signal.aborted) finish(found, target)
  } catch (error) {
    if (signal.aborted) return
    const lacksTranslator = error instanceof AppError && error.code.startsWith('translate/')
    const message = errorMessage(error)
    useTranslate.setState({ step: { kind: 'failed', message, lacksTranslator } })
    announce(`Nothing was changed. ${message}`)
  }
}

/** Takes the translations back, and closes the dialog. */
export function undoTranslate(): void {
  undoEdit()
  useTranslate.setState({ opened: false, step: { kind: 'choosing' } })
  announce('The translation was taken back.')
}

/** Adds what the person has made of a translation to the translation memory. Rejects with a message for the user. */
export async function rememberCorrection(line: ScriptLine): Promise<void> {
  const { translated } = useTranslate.getState()
  const known = translated[line.id]
  if (!known) return
  const { source, sourceLanguage, target: targetLanguage } = known
  const target = line.text.trim()
  await call('translations.remember', { sourceLanguage, targetLanguage, source, target })
  useTranslate.setState({
    translated: { ...translated, [line.id]: { ...known, remembered: target } },
  })
  announce('Remembered: the same sentence is translated so from now on.')
}

interface Found {
  readonly line: ScriptLine
  readonly source: LanguageCode
  readonly translation: Translation
}

function finish(found: readonly Found[], target: LanguageCode): void {
  const { place, translated } = useTranslate.getState()
  const made = new Map<string, Made>()
  const known = { ...translated }
  const { voices, favourites } = useStudio.getState()
  const voiceFor = translationVoices(target, voices, favourites)
  for (const { line, source, translation } of found) {
    const text = translation.text.trim()
    const id = place === 'instead' ? line.id : randomId()
    const voice = voiceFor(line.voice)
    const { languageChosen: _, ...rest } = { ...line, id, text, voice }
    const changed = withLanguage(rest, target, voiceById(voices, voice))
    made.set(line.id, { source: line.text, line: { ...changed, languageChosen: true } })
    known[id] = {
      ...{ source: line.text.trim(), sourceLanguage: source, target, text },
      qualities: translation.qualities,
    }
  }
  const isChanged = edit('', (script) => withTranslations(script, made, place))
  if (!isChanged) {
    const step = { kind: 'failed', message: SCRIPT_FULL, lacksTranslator: false } as const
    useTranslate.setState({ step })
    return
  }
  const report = reportOf(found.map(({ translation }) => translation))
  useTranslate.setState({
    translated: known,
    step: { kind: 'done', count: found.length, report },
  })
  announce(`${found.length} lines were translated into ${languageInfo(target).name}.`)
}

/** A translated line, and the text it was translated from. */
interface Made {
  readonly source: string
  readonly line: ScriptLine
}

/**
 * The script with translations in the place of their lines, or below them; undefined where it would be too long. A line
 * that another window has changed meanwhile stays as it is.
 */
function withTranslations(
  script: Script,
  made: ReadonlyMap<string, Made>,
  place: 'instead' | 'below',
): { readonly script: Script } | undefined {
  const lines = script.lines.flatMap((line) => {
    const translation = made.get(line.id)
    if (translation?.source !== line.text) return [line]
    return place === 'instead' ? [translation.line] : [line, translation.line]
  })
  return lines.length > LINE_LIMIT ? undefined : { script: { ...script, lines } }
}

function reportOf(translations: readonly Translation[]): TranslationReport {
  const once = (all: readonly string[]): readonly string[] => [...new Set(all)]
  return {
    qualities: once(translations.flatMap(({ qualities }) => qualities)),
    notices: once(translations.flatMap(({ notices }) => notices)),
    isStyleUsed: translations.some(({ isStyleUsed }) => isStyleUsed),
    offers: translations.flatMap(({ offers }) => offers),
  }
}
