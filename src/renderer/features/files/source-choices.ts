import type { Choice } from '#renderer/ui/choice-select.tsx'
import type { SpeechSource } from '#shared/history.ts'
import type { LibraryFile } from '#shared/library-files.ts'

/** Where files come from. */
export const FILE_SOURCE_CHOICES: readonly Choice<LibraryFile['source'] | ''>[] = [
  { value: '', label: 'Exports and API files' },
  { value: 'export', label: 'Exports' },
  { value: 'api', label: 'API files' },
]

/** Who asked for speech. */
export const SPEECH_SOURCE_CHOICES: readonly Choice<SpeechSource | ''>[] = [
  { value: '', label: 'Studio, exports and API' },
  { value: 'studio', label: 'Studio' },
  { value: 'export', label: 'Exports' },
  { value: 'api', label: 'API' },
]
