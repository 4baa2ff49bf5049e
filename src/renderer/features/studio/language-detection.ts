import { getConnection } from '#renderer/client.ts'
import { detectTexts } from '#renderer/features/studio/import/detect-texts.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { settingValue } from '#renderer/settings.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import type { StudioVoice } from '#renderer/voice.ts'
import type { Output } from '#shared/api.ts'
import { type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import type { ScriptLine } from '#shared/script.ts'
import {
  doubtAbout,
  type LanguageDoubt,
  spokenLanguage,
  withDetectedLanguage,
} from './line-language.ts'
import { isBlank } from './line-state.ts'
import { rewriteLines } from './script-edits.ts'
import { edit, useStudio, voiceById } from './studio-store.ts'
import { settledVoice } from './usual-voice.ts'
import { withVoiceOfLanguage } from './voice-by-language.ts'

/** Pause in typing after which the language is detected, in milliseconds. */
const DEBOUNCE_MS = 400

/** Text of each line when detection was last requested. */
const requestedTexts = new Map<string, string>()
/** Requests in progress. */
const pendingRequests = new Set<Promise<void>>()
let timer: ReturnType<typeof setTimeout> | undefined
let doubtTimer: ReturnType<typeof setTimeout> | undefined

/** Wait after lines have come from elsewhere until they are looked at for doubts, in milliseconds. */
const DOUBT_DELAY_MS = 1_000
/** Letters of a line that is short enough to leave doubt about its language. */
const SHORT = 60

/** Starts detecting the language of each edited line shortly after the edit. Returns the function that stops it. */
export function startLanguageDetection(): () => void {
  return useStudio.subscribe((now, before) => {
    if (now.script === before.script) return
    // Lines of the loaded script keep their language.
    if (before.phase !== 'ready') markAsDetected(now.script.lines)
    clearTimeout(timer)
    if (undetectedLines().length > 0) timer = setTimeout(detectLanguages, DEBOUNCE_MS)
  })
}

/** Marks lines as detected, because they keep the language that they have come with. What is in doubt about it is looked up. */
export function markAsDetected(lines: readonly ScriptLine[]): void {
  for (const { id, text } of lines) requestedTexts.set(id, text)
  clearTimeout(doubtTimer)
  if (lines.length > 0) doubtTimer = setTimeout(findDoubts, DOUBT_DELAY_MS)
}

/** Detects the language of lines in doubt again, with the next change of the script, as when its languages become others. */
export function detectDoubtfulAgain(): void {
  const { script, languageDoubts } = useStudio.getState()
  for (const line of script.lines)
    if (doubtAbout(line, languageDoubts)) requestedTexts.delete(line.id)
}

/** Looks up what is in doubt about the languages of short lines. No line gets another language by that. */
function findDoubts(): void {
  const { script, voices, languageDoubts, phase } = useStudio.getState()
  if (phase !== 'ready' || getConnection().status !== 'connected') return
  const wanted = script.lines.filter(
    (line) =>
      requestedTexts.get(line.id) === line.text &&
      languageDoubts[line.id]?.text !== line.text &&
      !line.languageChosen &&
      !isBlank(line) &&
      line.text.length <= SHORT,
  )
  if (wanted.length === 0) return
  const asked = withNeighbours(script.lines, new Set(wanted.map(({ id }) => id)), voices)
  askAbout(asked)
    .then((answers) => addDoubts(detectedOf(asked, answers)))
    .catch((error) => {
      // Only a mark beside the line is missing.
      if (!(error instanceof ConnectionLostError)) announce(errorMessage(error))
    })
}

function askAbout(asked: readonly AskedLine[]): Promise<Output<'languages.detect'>> {
  return detectTexts({
    lines: asked.map(({ line: _, ...one }) => one),
    script: useStudio.getState().script.settings?.languages ?? [],
  })
}

/** What was detected, by the id of the line. */
function detectedOf(
  asked: readonly AskedLine[],
  answers: Output<'languages.detect'>,
): ReadonlyMap<string, Detected> {
  return new Map(
    asked.flatMap(({ line: { id, text }, language }, index) =>
      language === undefined ? [[id, { text, ...answers[index] }] as const] : [],
    ),
  )
}

function addDoubts(detected: ReadonlyMap<string, Detected>): void {
  const { languageDoubts } = useStudio.getState()
  useStudio.setState({ languageDoubts: { ...languageDoubts, ...doubtsOf(detected) } })
}

/** Runs an action once the language of every line is detected; at once if nothing is pending. */
export function afterLanguageDetection(action: () => void): void {
  detectLanguages()
  if (pendingRequests.size > 0) void Promise.all(pendingRequests).then(action)
  else action()
}

/** Lets the language of lines follow their text again after the user chose one, as one undo step. */
export function resumeLanguageDetection(ids: ReadonlySet<string>): void {
  for (const id of ids) requestedTexts.delete(id)
  edit('', (script) => rewriteLines(script, ids, ({ languageChosen: _, ...line }) => line))
}

function undetectedLines(): readonly ScriptLine[] {
  const { lines } = useStudio.getState().script
  return lines.filter(
    (line) => requestedTexts.get(line.id) !== line.text && !line.languageChosen && !isBlank(line),
  )
}

/** A line as the host is asked about it; its language is given where only its neighbours are in question. */
interface AskedLine {
  readonly line: ScriptLine
  readonly text: string
  readonly voice: LanguageCode | undefined
  readonly language: LanguageCode | undefined
}

/** How many lines above and below say something of the language of a line. */
const NEIGHBOURS = 3

/** Lines in question, and around each the lines whose language is known, in the order of the script. */
function withNeighbours(
  lines: readonly ScriptLine[],
  wanted: ReadonlySet<string>,
  voices: readonly StudioVoice[],
): readonly AskedLine[] {
  const written = lines.filter((line) => !isBlank(line))
  const near = new Set<number>()
  for (const [at, { id }] of written.entries())
    if (wanted.has(id))
      for (let place = at - NEIGHBOURS; place <= at + NEIGHBOURS; place++) near.add(place)
  return written.flatMap((line, at) => {
    if (!near.has(at)) return []
    const voice = voiceById(voices, line.voice)
    const language = wanted.has(line.id) ? undefined : spokenLanguage(line, voice)
    return [{ line, text: line.text, voice: voice && languageOf(voice.language), language }]
  })
}

/** Probability from which a detected language is beyond doubt. */
const BEYOND_DOUBT = 0.9

/** What stays in doubt, by the id of the line; undefined for what does not. */
function doubtsOf(
  detected: ReadonlyMap<string, Detected>,
): Record<string, LanguageDoubt | undefined> {
  return Object.fromEntries(
    [...detected].map(([id, { text, likeliest }]) => {
      const isInDoubt = likeliest && likeliest.confidence < BEYOND_DOUBT
      return [id, isInDoubt ? { text, ...likeliest } : undefined]
    }),
  )
}

type Detected = { readonly text: string } & Partial<Output<'languages.detect'>[number]>

/** Requests detection for pending lines. While disconnected, they stay pending. */
function detectLanguages(): void {
  clearTimeout(timer)
  const lines = undetectedLines()
  if (lines.length === 0 || getConnection().status !== 'connected') return
  for (const { id, text } of lines) requestedTexts.set(id, text)
  const { script, voices } = useStudio.getState()
  const asked = withNeighbours(script.lines, new Set(lines.map(({ id }) => id)), voices)
  const request = askAbout(asked)
    .then((answers) => applyDetected(asked, answers))
    .catch((error) => {
      // Requested again with the next edit.
      for (const { id } of lines) requestedTexts.delete(id)
      if (!(error instanceof ConnectionLostError)) announce(errorMessage(error))
    })
    .finally(() => pendingRequests.delete(request))
  pendingRequests.add(request)
}

/**
 * Applies detected languages without an undo step, since they belong to the edit. Lines that changed meanwhile are
 * left as they are.
 */
function applyDetected(asked: readonly AskedLine[], answers: Output<'languages.detect'>): void {
  const studio = useStudio.getState()
  const { script, voices } = studio
  const detected = detectedOf(asked, answers)
  addDoubts(detected)
  const updated = script.lines.map((line) => {
    const { text, language } = detected.get(line.id) ?? {}
    if (language === undefined || text !== line.text) return line
    return withDetectedLanguage(line, language, voiceById(voices, line.voice))
  })
  const count = updated.filter((line, index) => line !== script.lines[index]).length
  const told = new Map([...detected].map(([id, { language }]) => [id, language]))
  const spoken = withVoiceOfLanguage({ ...script, lines: updated }, told, studio, {
    usual: settledVoice(),
    of: (language) => settingValue(`voices.default.${language}`),
  })
  if (count === 0 && !spoken) return
  useStudio.setState({ script: spoken?.script ?? { ...script, lines: updated } })
  if (spoken) announce(t('studio:voice.byLanguage', { voice: spoken.voice }))
  else announce(t('studio:language.detected', { count }))
}
