import { Button } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { togglePreview, usePreview } from '#renderer/ui/voice-preview.ts'

interface HearButtonProps {
  /** What is heard. */
  readonly name: string
  readonly voice: string
  readonly language: string
  readonly text: string
  readonly restoresMarks?: boolean
  /** Words on the button. */
  readonly label?: string
  readonly disabled?: boolean
}

/** Button that speaks a text with the voice of a line, without a take. */
export function HearButton(props: HearButtonProps): ReactElement {
  const { name, label = t('words:hear.short'), disabled = false, ...order } = props
  const projectId = useStudio(({ scriptId }) => scriptId)
  const key = JSON.stringify(['word', order])
  const isPlaying = usePreview(({ current }) => current?.preview.key === key)
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={disabled}
      aria-pressed={isPlaying}
      aria-label={t('words:hear.what', { action: label, name })}
      leftSection={
        isPlaying ? <IconPlayerStopFilled size={14} /> : <IconPlayerPlayFilled size={14} />
      }
      onClick={() => togglePreview({ key, name, projectId, ...order })}
    >
      {label}
    </Button>
  )
}
