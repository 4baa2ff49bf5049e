import { call } from '#renderer/client.ts'
import { spokenLanguage } from '#renderer/features/studio/line-language.ts'
import { lineState, takeKey } from '#renderer/features/studio/line-state.ts'
import { useStudio, voiceById } from '#renderer/features/studio/studio-store.ts'
import type { Output } from '#shared/api.ts'
import type { ScriptLine } from '#shared/script.ts'
import { refreshFingerprints, takeById } from './take-library.ts'

/**
 * Lets a line that is ready keep its take when its text becomes `text`, if its voice reads both texts the same: marks that are
 * written into it are those that were restored when it was spoken. Never rejects; a line whose take cannot be kept is spoken again.
 */
export async function keepTakeFor(line: ScriptLine, text: string): Promise<void> {
  const { scriptId, takes, voices } = useStudio.getState()
  const take = takeById(takes[line.id]?.id)
  if (scriptId === undefined || !take?.isStored || !isReady(line)) return
  const { voice } = line
  const language = spokenLanguage(line, voiceById(voices, voice))
  const read = (written: string) =>
    call('words.read', { text: written, voice, language, projectId: scriptId })
  try {
    const [before, after] = await Promise.all([read(line.text), read(text)])
    if (soundsOf(before) !== soundsOf(after)) return
    const changed = { ...line, text }
    await refreshFingerprints([changed])
    const choice = { lineId: line.id, takeId: take.id, lineKey: takeKey(changed) }
    await call('takes.choose', { projectId: scriptId, ...choice, isReadAlike: true })
  } catch {
    // The line is shown as changed, which is always safe.
  }
}

function isReady(line: ScriptLine): boolean {
  return lineState(line, useStudio.getState()) === 'ready'
}

/** How words are read, without how they are written. */
function soundsOf(readings: Output<'words.read'>): string {
  return JSON.stringify(
    readings.flatMap(({ said }) => said.map(({ language, ipa }) => [language, ipa])),
  )
}
