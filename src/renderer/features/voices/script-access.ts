import type { ScriptLine } from '#shared/script.ts'

/** What the script is to this screen. */
export interface ScriptAccess {
  readonly lines: readonly ScriptLine[]
  /** Let a voice say the line that is selected, and go there. */
  readonly assignVoice: (voiceId: string) => void
  /** A voice was renamed, made or deleted. */
  readonly onVoicesChanged: () => void
}
