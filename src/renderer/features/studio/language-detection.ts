import { call, getConnection } from '#renderer/client.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import type { Output } from '#shared/api.ts'
import type { ScriptLine } from '#shared/script.ts'
import { withDetectedLanguage } from './line-language.ts'
import { isBlank } from './line-state.ts'
import { rewriteLine } from './script-edits.ts'
import { edit, useStudio, voiceById } from './studio-store.ts'

/** How long what is written is left alone before its language is told. Milliseconds. */
const DEBOUNCE_MS = 400

/** The text that each line had when its language was last asked for. */
const requestedTexts = new Map<string, string>()
/** Questions that are not answered yet. */
const pendingRequests = new Set<Promise<void>>()
let timer: ReturnType<typeof setTimeout> | undefined

/** A line follows what is written in it, a moment after it was written. The answer ends it. */
export function startLanguageDetection(): () => void {
  return useStudio.subscribe((now, before) => {
    if (now.script === before.script) return
    // What was there at the start is spoken as it always was.
    if (before.phase !== 'ready')
      for (const { id, text } of now.script.lines) requestedTexts.set(id, text)
    clearTimeout(timer)
    if (undetectedLines().length > 0) timer = setTimeout(detectLanguages, DEBOUNCE_MS)
  })
}

/** What another window has written is told there. */
export function markAsDetected(lines: readonly ScriptLine[]): void {
  for (const { id, text } of lines) requestedTexts.set(id, text)
}

/** Do something with the script once the language of every line in it is told; at once where nothing is to be told. */
export function afterLanguageDetection(action: () => void): void {
  detectLanguages()
  if (pendingRequests.size > 0) void Promise.all(pendingRequests).then(action)
  else action()
}

/** A line whose language a person chose follows what is written in it again. */
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

/** Asks for what is not told yet; what is written while the engine is away is asked for once it is back. */
function detectLanguages(): void {
  clearTimeout(timer)
  const lines = undetectedLines()
  if (lines.length === 0 || getConnection().status !== 'connected') return
  for (const { id, text } of lines) requestedTexts.set(id, text)
  const request = call('languages.tell', { texts: lines.map(({ text }) => text) })
    .then((answers) => applyDetected(lines, answers))
    .catch((error) => {
      // Asked again with the next edit.
      for (const { id } of lines) requestedTexts.delete(id)
      if (!(error instanceof ConnectionLostError)) announce(errorMessage(error))
    })
    .finally(() => pendingRequests.delete(request))
  pendingRequests.add(request)
}

/** Not a step of undo: it belongs to the edit that was told from. Lines that were changed meanwhile stay as they are. */
function applyDetected(lines: readonly ScriptLine[], answers: Output<'languages.tell'>): void {
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
  announce(
    `The language of ${count === 1 ? 'one line' : `${count} lines`} follows what is written.`,
  )
}
