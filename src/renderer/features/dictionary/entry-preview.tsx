import { Button } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { markupOf, saidAsWords } from '#renderer/pronunciations.ts'
import { togglePreview, usePreview } from '#renderer/ui/voice-preview.ts'
import type { PronunciationDraft } from '#shared/pronunciation.ts'
import { type DictionaryVoice, voiceFor } from './voice-for.ts'

/** Button that speaks an entry as it would be said, with a voice of its language. */
export function EntryPreview(props: {
  readonly draft: PronunciationDraft
  readonly voices: readonly DictionaryVoice[]
  readonly disabled?: boolean
  readonly label: string
}): ReactElement {
  const { draft, voices, disabled = false, label } = props
  const { saidAs } = draft
  const voice = voiceFor(voices, draft.language)
  const language = draft.language ?? voice?.language ?? 'en'
  const text = markupOf(saidAs)
  const key = JSON.stringify(['entry', text, language])
  const isPlaying = usePreview(({ current }) => current?.preview.key === key)
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-pressed={isPlaying}
      aria-label={t('dictionary:hearWord', { word: draft.word, saidAs: saidAsWords(saidAs) })}
      disabled={disabled || voice === undefined}
      leftSection={
        isPlaying ? <IconPlayerStopFilled size={14} /> : <IconPlayerPlayFilled size={14} />
      }
      onClick={() =>
        voice &&
        togglePreview({
          key,
          name: t('dictionary:quoted', { word: draft.word }),
          voice: voice.id,
          text,
          language,
        })
      }
    >
      {label}
    </Button>
  )
}
