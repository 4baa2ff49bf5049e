import { t } from '#renderer/i18n/i18n.ts'
import type { Choice } from '#renderer/ui/choice-select.tsx'
import type { SpeechSource } from '#shared/history.ts'
import type { LibraryFile } from '#shared/library-files.ts'

/** Where files come from. */
export const fileSourceChoices = (): readonly Choice<LibraryFile['source'] | ''>[] => [
  { value: '', label: t('files:sources.all') },
  { value: 'export', label: t('files:sources.export') },
  { value: 'api', label: t('files:sources.api') },
]

/** Who asked for speech. */
export const speechSourceChoices = (): readonly Choice<SpeechSource | ''>[] => [
  { value: '', label: t('files:history.sources.all') },
  { value: 'studio', label: t('files:history.sources.studio') },
  { value: 'export', label: t('files:history.sources.exports') },
  { value: 'api', label: t('files:history.sources.api') },
]
