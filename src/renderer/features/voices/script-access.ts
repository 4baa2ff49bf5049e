import type { ScriptLine } from '#shared/script.ts'

/** Access of the Voices screen to the script. */
export interface ScriptAccess {
  readonly lines: readonly ScriptLine[]
  /** Assigns a voice to the selected line and opens the script. */
  readonly assignVoice: (voiceId: string) => void
  /** Called when a voice was renamed, created or deleted. */
  readonly onVoicesChanged: () => void
}
