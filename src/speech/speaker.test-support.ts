import { join } from 'node:path'
import type { Cloner } from './engines/cloner.ts'
import { openSpeaker } from './open-speaker.ts'
import type { Inspector } from './recordings/inspector.ts'
import type { LocalSpeaker } from './speaker.ts'

export const RESOURCES: string = join(import.meta.dirname, '../../resources')

type TestSpeaker = LocalSpeaker & Cloner & Inspector
const speakers = new Map<string | undefined, Promise<TestSpeaker>>()

/**
 * Returns a speaker with the engine `engineId`. Optional. If omitted, it has all engines. Test files that share a process
 * share the speaker, too: its models are loaded once.
 */
export function speakerForTests(engineId?: string): Promise<TestSpeaker> {
  const open = speakers.get(engineId) ?? openSpeaker(RESOURCES, engineId)
  speakers.set(engineId, open)
  return open
}
