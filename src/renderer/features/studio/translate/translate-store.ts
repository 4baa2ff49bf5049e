import { create } from 'zustand'
import { call } from '#renderer/client.ts'
import { spokenLanguage, withLanguage } from '#renderer/features/studio/line-language.ts'
import { isBlank } from '#renderer/features/studio/line-state.ts'
import { scriptFull } from '#renderer/features/studio/script-commands.ts'
import { edit, undoEdit, useStudio, voiceById } from '#renderer/features/studio/studio-store.ts'
import { focusLineIfLost } from '#renderer/features/studio/use-caret.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { type Translation, translate } from '#renderer/translate.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { languageName } from '#renderer/ui/language-chip.tsx'
import { randomId } from '#renderer/ui/random-id.ts'
import { lineDoubtsOf } from '#shared/doubts.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { lineNumbers } from '#shared/line-numbers.ts'
import { LINE_LIMIT, type Script, type ScriptLine } from '#shared/script.ts'
import type { FORMALITIES, TONES } from '#shared/translation.ts'
import { translationVoices } from './translation-voice.ts'

/** A line that was translated in this window: from what, and how well. */
export interface TranslatedLine {
  readonly source: string
  readonly sourceLanguage: LanguageCode
  readonly target: LanguageCode
  /** As it was translated; another text of the line is the person's correction. */
  readonly text: string
  readonly qualities: readonly string[]
  /** Model and host of the server that has translated it. */
  readonly server: string | undefined
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
  readonly server: string | undefined
  readonly notices: readonly string[]
  /** Lines that could not be translated, in words. */
  readonly failures: readonly string[]
  readonly isStyleUsed: boolean
  readonly offers: Translation['offers']
  /** Licences that do not allow commercial use. */
  readonly limits: readonly string[]
  /** How many of the translations leave doubt. */
  readonly doubtful: number
}

/** Where translations go: in place of the lines, with the original beside them or without, or below each line as one more. */
export type TranslationPlace = 'beside' | 'instead' | 'below'

interface TranslateState {
  readonly opened: boolean
  readonly step: TranslateStep
  readonly target: LanguageCode
  readonly tone: (typeof TONES)[number]
  readonly formality: (typeof FORMALITIES)[number]
  readonly place: TranslationPlace
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
  place: 'beside',
  leftOut: new Set(),
  translated: {},
}))

/** So many failures before the first success say that no line can be translated. */
const FAILURES_AT_FIRST = 3

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

/** Opens the dialog with these lines chosen; with all, where none are given. */
export function openTranslate(ids?: ReadonlySet<string>): void {
  const { step } = useTranslate.getState()
  if (step.kind === 'working') {
    useTranslate.setState({ opened: true })
    return
  }
  const { lines } = useStudio.getState().script
  const [others, chosen] = [
    lines.filter(({ id }) => ids && !ids.has(id)),
    lines.filter(({ id }) => !ids || ids.has(id)),
  ]
  const leftOut = new Set(others.map(({ id }) => id))
  const target = likelyTarget(chosen)
  useTranslate.setState({ opened: true, step: { kind: 'choosing' }, leftOut, target })
}

/** The target of before, unless most of the lines are in it already: then English, or for English the other language of the studio. */
function likelyTarget(lines: readonly ScriptLine[]): LanguageCode {
  const { target } = useTranslate.getState()
  const written = lines.filter((line) => !isBlank(line))
  const inTarget = written.filter((line) => languageOfLine(line) === target)
  if (inTarget.length * 2 <= written.length) return target
  return target === 'en' ? 'yo' : 'en'
}

/** Closes the dialog, and stops what it is doing; nothing is changed then. */
export function closeTranslate(): void {
  running.abort(new Error('cancelled'))
  const { step } = useTranslate.getState()
  if (step.kind === 'working') announce(t('translate:cancelled'))
  useTranslate.setState({ opened: false, step: { kind: 'choosing' } })
}

/**
 * Translates the chosen lines one by one, and changes the script once all were tried, as one undo step. A line that cannot be
 * translated stays as it is. After a few failures and no success, the rest is not tried.
 */
export async function startTranslate(): Promise<void> {
  const { target, leftOut } = useTranslate.getState()
  const { script } = useStudio.getState()
  const chosen = translatableLines(script.lines, target).filter(({ id }) => !leftOut.has(id))
  running = new AbortController()
  const { signal } = running
  announce(t('translate:started', { count: chosen.length }))
  try {
    const { found, failures } = await translateLines(chosen, signal)
    if (signal.aborted) return
    const [first] = failures
    if (found.length === 0 && first) fail(first.error)
    else finish(found, failures, target)
  } catch (error) {
    if (!signal.aborted) fail(error)
  }
}

/** A line that could not be translated. */
interface Failure {
  readonly line: ScriptLine
  readonly error: AppError
}

async function translateLines(
  lines: readonly ScriptLine[],
  signal: AbortSignal,
): Promise<{ readonly found: readonly Found[]; readonly failures: readonly Failure[] }> {
  const { target, tone, formality } = useTranslate.getState()
  const found: Found[] = []
  const failures: Failure[] = []
  const total = lines.length
  for (const line of lines) {
    signal.throwIfAborted()
    if (found.length === 0 && failures.length >= FAILURES_AT_FIRST) break
    const done = found.length + failures.length
    useTranslate.setState({ step: { kind: 'working', done, total } })
    const source = languageOfLine(line)
    const order = { text: line.text, source, target, tone, formality }
    try {
      found.push({ line, source, translation: await translate(order, signal) })
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error
      failures.push({ line, error })
    }
  }
  return { found, failures }
}

function fail(error: unknown): void {
  const lacksTranslator = error instanceof AppError && error.code.startsWith('translate/')
  const message = errorMessage(error)
  useTranslate.setState({ step: { kind: 'failed', message, lacksTranslator } })
  announce(t('translate:failed', { reason: message }))
}

/** Takes the translations back, and closes the dialog. */
export function undoTranslate(): void {
  undoEdit()
  useTranslate.setState({ opened: false, step: { kind: 'choosing' } })
  announce(t('translate:undone'))
}

/** What is known of the translation of a line, from this window, or else from the original beside it. */
export function correctable(
  line: ScriptLine,
  translated: TranslateState['translated'],
): TranslatedLine | undefined {
  const { original } = line
  if (!original) return translated[line.id]
  const { translated: source, language: sourceLanguage, made: text } = original
  const target = languageOfLine(line)
  const known = translated[line.id]
  const quality = { qualities: known?.qualities ?? [], server: known?.server }
  const remembered = known?.source === source.trim() ? known.remembered : undefined
  return {
    ...{ ...quality, source: source.trim(), sourceLanguage, target, text: text.trim() },
    ...(remembered !== undefined && { remembered }),
  }
}

/** Adds what the person has made of a translation to the translation memory. Rejects with a message for the user. */
export async function rememberCorrection(line: ScriptLine): Promise<void> {
  const { translated } = useTranslate.getState()
  const known = correctable(line, translated)
  if (!known) return
  const { source, sourceLanguage, target: targetLanguage } = known
  const target = line.text.trim()
  await call('translations.remember', { sourceLanguage, targetLanguage, source, target })
  useTranslate.setState({
    translated: { ...translated, [line.id]: { ...known, remembered: target } },
  })
  focusLineIfLost(line.id)
  announce(t('translate:correction.done'))
}

interface Found {
  readonly line: ScriptLine
  readonly source: LanguageCode
  readonly translation: Translation
}

function finish(found: readonly Found[], failures: readonly Failure[], target: LanguageCode): void {
  const { place, translated } = useTranslate.getState()
  const made = new Map<string, Made>()
  const known = { ...translated }
  const { voices, favourites, script } = useStudio.getState()
  const speaking = script.lines.map(({ voice }) => voice)
  const voiceFor = translationVoices(target, voices, favourites, speaking)
  for (const { line, source, translation } of found) {
    const text = translation.text.trim()
    const id = place === 'below' ? randomId() : line.id
    const voice = voiceFor(line.voice)
    const { languageChosen: _, original: __, doubts: ___, ...rest } = { ...line, id, text, voice }
    const doubts = lineDoubtsOf(translation.doubts)
    const changed = withLanguage(rest, target, voiceById(voices, voice))
    const original = { text: line.text, language: source, translated: line.text, made: text }
    made.set(line.id, {
      source: line.text,
      line: {
        ...{ ...changed, languageChosen: true },
        ...(place === 'beside' && { original }),
        ...(doubts && { doubts }),
      },
    })
    known[id] = {
      ...{ source: line.text.trim(), sourceLanguage: source, target, text },
      ...{ qualities: translation.qualities, server: translation.server },
    }
  }
  const isChanged = edit('', (script) => withTranslations(script, made, place))
  if (!isChanged) {
    const step = { kind: 'failed', message: scriptFull(), lacksTranslator: false } as const
    useTranslate.setState({ step })
    return
  }
  const numbers = lineNumbers(script.lines)
  const report = {
    ...reportOf(found.map(({ translation }) => translation)),
    failures: failures.map(({ line, error }) =>
      t('translate:lineLeft', { number: numbers.get(line.id) ?? '', reason: error.message }),
    ),
  }
  useTranslate.setState({
    translated: known,
    step: { kind: 'done', count: found.length, report },
  })
  announce(t('translate:done', { count: found.length, language: languageName(target) }))
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
  place: TranslationPlace,
): { readonly script: Script } | undefined {
  const lines = script.lines.flatMap((line) => {
    const translation = made.get(line.id)
    if (translation?.source !== line.text) return [line]
    return place === 'below' ? [line, translation.line] : [translation.line]
  })
  return lines.length > LINE_LIMIT ? undefined : { script: { ...script, lines } }
}

function reportOf(translations: readonly Translation[]): Omit<TranslationReport, 'failures'> {
  const once = (all: readonly string[]): readonly string[] => [...new Set(all)]
  return {
    qualities: once(translations.flatMap(({ qualities }) => qualities)),
    server: translations.find(({ server }) => server)?.server,
    notices: once(translations.flatMap(({ notices }) => notices)),
    isStyleUsed: translations.some(({ isStyleUsed }) => isStyleUsed),
    offers: translations.flatMap(({ offers }) => offers),
    limits: once(
      translations.flatMap(({ licences }) =>
        licences.filter(({ commercialUse }) => !commercialUse).map(({ id }) => id),
      ),
    ),
    doubtful: translations.filter(({ doubts }) => doubts.length > 0).length,
  }
}
