import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
import './details.css'
import { Button, Loader } from '@mantine/core'
import { IconArrowLeft, IconFileArrowRight, IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactElement, useCallback, useEffect, useState } from 'react'
import { call } from '#renderer/client.ts'
import { formatMoment } from '#renderer/features/voices/clip-description.ts'
import { formatLineNumbers, linesUsing } from '#renderer/features/voices/line-usage.ts'
import type { ScriptAccess } from '#renderer/features/voices/script-access.ts'
import { LIBRARY_HREF } from '#renderer/features/voices/voices-routes.ts'
import { RecordingWarnings } from '#renderer/features/voices/warnings.tsx'
import { Avatar } from '#renderer/ui/avatar.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { LanguageChip } from '#renderer/ui/language-chip.tsx'
import { type Loadable, load } from '#renderer/ui/loadable.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import type { OwnVoice } from '#shared/clips.ts'
import { ComparisonPanel } from './comparison-panel.tsx'
import { ConsentSection } from './consent-section.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'

interface DetailsProps {
  readonly id: string
  readonly script: ScriptAccess
}

/** Details of a custom voice. */
export function DetailsView({ id, script }: DetailsProps): ReactElement {
  const [voiceState, setVoiceState] = useState<Loadable<OwnVoice>>({ status: 'loading' })
  const connected = useConnection().status === 'connected'
  const loadVoice = useCallback(() => load(() => call('voices.show', { id }), setVoiceState), [id])
  useEffect(() => {
    if (connected) void loadVoice()
  }, [connected, loadVoice])
  return (
    <>
      <a className="back-link" href={LIBRARY_HREF}>
        <IconArrowLeft size={16} aria-hidden="true" /> {t('voices:details.back')}
      </a>
      {voiceState.status === 'loading' && (
        <Loader type="dots" aria-label={t('voices:details.loading')} />
      )}
      {voiceState.status === 'failed' && (
        <ErrorAlert onRetry={() => void loadVoice()}>
          {t('voices:details.notLoaded', { reason: voiceState.reason })}
        </ErrorAlert>
      )}
      {voiceState.status === 'loaded' && (
        <VoiceDetails
          voice={voiceState.value}
          script={script}
          onRenamed={(answer) => setVoiceState({ status: 'loaded', value: answer })}
        />
      )}
    </>
  )
}

interface VoiceDetailsProps {
  readonly voice: OwnVoice
  readonly script: ScriptAccess
  readonly onRenamed: (voice: OwnVoice) => void
}

function VoiceDetails({ voice, script, onRenamed }: VoiceDetailsProps): ReactElement {
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const lineNumbers = linesUsing(script.lines, voice.id)
  const close = (): void => setOpen(undefined)
  return (
    <>
      <header className="screen-head voices-head details-head">
        <Avatar voiceId={voice.id} size={64} />
        <div className="details-title">
          <h1>
            <bdi>{voice.name}</bdi>
          </h1>
          <p>
            <RichText
              text="voices:details.recordedIn"
              parts={{ language: <LanguageChip code={voice.language} /> }}
            />{' '}
            ·{' '}
            {t('voices:details.created', {
              moment: formatMoment(new Date(voice.createdAt), new Date()),
            })}{' '}
            ·{' '}
            {lineNumbers.length === 0
              ? t('voices:details.notUsed')
              : t('voices:details.speaks', { lines: formatLineNumbers(lineNumbers) })}
          </p>
        </div>
        <div className="details-actions">
          <Button
            leftSection={<IconFileArrowRight size={18} aria-hidden="true" />}
            onClick={() => script.assignVoice(voice.id)}
          >
            {t('voices:details.useInScript')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden="true" />}
            onClick={() => setOpen('rename')}
          >
            {t('voices:details.rename')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconTrash size={18} aria-hidden="true" />}
            onClick={() => setOpen('delete')}
          >
            {t('voices:details.delete')}
          </Button>
        </div>
      </header>
      <ComparisonPanel voice={voice} />
      <RecordingWarnings warnings={voice.warnings} />
      <ConsentSection consent={voice.consent} />
      <RenameDialog
        voice={voice}
        opened={open === 'rename'}
        onClose={close}
        onRenamed={(renamed) => {
          onRenamed(renamed)
          script.onVoicesChanged()
        }}
      />
      <DeleteDialog
        voice={voice}
        lineNumbers={lineNumbers}
        opened={open === 'delete'}
        onClose={close}
        onDeleted={() => {
          script.onVoicesChanged()
          window.location.hash = LIBRARY_HREF
        }}
      />
    </>
  )
}
