import { getConnection } from '#renderer/client.ts'
import { detectTexts } from '#renderer/features/studio/import/detect-texts.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import type { Output } from '#shared/api.ts'
import type { ScriptLine } from '#shared/script.ts'
import { withDetectedLanguage } from './line-language.ts'
import { isBlank } from './line-state.ts'
import { rewriteLine } from './script-edits.ts'
import { edit, useStudio, voiceById } from './studio-store.ts'

/** Pause in typing after which the language is detected, in milliseconds. */
const DEBOUNCE_MS = 400

/** Text of each line when detection was last requested. */
const requestedTexts = new Map<string, string>()
/** Requests in progress. */
const pendingRequests = new Set<Promise<void>>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Starts detecting the language of each edited line shortly after the edit. Returns the function that stops it. */
export function startLanguageDetection(): () => void {
  return useStudio.subscribe((now, before) => {
    if (now.script === before.script) return
    // Lines of the loaded script keep their language.
    if (before.phase !== 'ready')
      for (const { id, text } of now.script.lines) requestedTexts.set(id, text)
    clearTimeout(timer)
    if (undetectedLines().length > 0) timer = setTimeout(detectLanguages, DEBOUNCE_MS)
  })
}

/** Marks lines as detected, because the window that edited them does it. */
export function markAsDetected(lines: readonly ScriptLine[]): void {
  for (const { id, text } of lines) requestedTexts.set(id, text)
}

/** Runs an action once the language of every line is detected; at once if nothing is pending. */
export function afterLanguageDetection(action: () => void): void {
  detectLanguages()
  if (pendingRequests.size > 0) void Promise.all(pendingRequests).then(action)
  else action()
}

/** Lets the language of a line follow its text again after the user chose one. */
export function resumeLanguageDetection(lineId: string): void {
  requestedTexts.delete(lineId)
  edit('', (script) => rewriteLine(script, lineId, ({ languageChosen: _, ...line }) => line))
}

function undetectedLines(): readonly ScriptLine[] {
  const { lines } = useStudio.getState().script
  return lines.filter(
    (line) => requestedTexts.get(line.id) !== line.text && !line.languageChosen && !isBlank(line),
  )
}

/** Requests detection for pending lines. While disconnected, they stay pending. */
function detectLanguages(): void {
  clearTimeout(timer)
  const lines = undetectedLines()
  if (lines.length === 0 || getConnection().status !== 'connected') return
  for (const { id, text } of lines) requestedTexts.set(id, text)
  const request = detectTexts(lines.map(({ text }) => text))
    .then((answers) => applyDetected(lines, answers))
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
function applyDetected(lines: readonly ScriptLine[], answers: Output<'languages.detect'>): void {
  const { script, voices } = useStudio.getState()
  const detected = new Map(lines.map(({ id, text }, index) => [id, { text, ...answers[index] }]))
  const updated = script.lines.map((line) => {
    const { text, language } = detected.get(line.id) ?? {}
    if (language === undefined || text !== line.text) return line
    return withDetectedLanguage(line, language, voiceById(voices, line.voice))
  })
  const count = updated.filter((line, index) => line !== script.lines[index]).length
  if (count === 0) return
  useStudio.setState({ script: { ...script, lines: updated } })
  announce(`Language detected for ${count === 1 ? 'one line' : `${count} lines`}.`)
}
