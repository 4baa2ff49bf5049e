import { t } from '#renderer/i18n/i18n.ts'
import './play-button.css'
import { ActionIcon } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { type FilePreview, togglePreview, usePreview, type VoicePreview } from './voice-preview.ts'

interface PreviewButtonProps {
  readonly preview: VoicePreview | FilePreview
  /** -1 if the list manages the focus. */
  readonly tabIndex?: number
}

/** Button that plays a preview of a voice, or a file, or stops it. */
export function PreviewButton({ preview, tabIndex }: PreviewButtonProps): ReactElement {
  const isPlaying = usePreview(({ current }) => current?.preview.key === preview.key)
  return (
    <ActionIcon
      className="play-button preview-button"
      radius="xl"
      tabIndex={tabIndex}
      aria-pressed={isPlaying}
      aria-label={t('ui:listenTo', { name: preview.name })}
      title={'text' in preview ? preview.text : undefined}
      onClick={() => togglePreview(preview)}
    >
      {isPlaying ? <IconPlayerStopFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
    </ActionIcon>
  )
}
