import './details.css'
import { Button, Loader } from '@mantine/core'
import { IconArrowLeft, IconFileArrowRight, IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactElement, useCallback, useEffect, useState } from 'react'
import { call } from '#renderer/client.ts'
import { momentOf } from '#renderer/features/voices/clip-words.ts'
import { LIBRARY } from '#renderer/features/voices/places.ts'
import type { ScriptDoor } from '#renderer/features/voices/script-door.ts'
import { namePlaces, placesOf } from '#renderer/features/voices/used-in.ts'
import { Warnings } from '#renderer/features/voices/warnings.tsx'
import { Avatar } from '#renderer/ui/avatar.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { LanguageChip, languageName } from '#renderer/ui/language-chip.tsx'
import { type Loadable, load } from '#renderer/ui/loadable.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import type { OwnVoice } from '#shared/clips.ts'
import { CompareCloth } from './compare-cloth.tsx'
import { ConsentPart } from './consent-part.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'

interface DetailsProps {
  readonly id: string
  readonly script: ScriptDoor
}

/** Everything about a voice of one’s own. */
export function DetailsView({ id, script }: DetailsProps): ReactElement {
  const [asked, setAsked] = useState<Loadable<OwnVoice>>({ status: 'loading' })
  const connected = useConnection().status === 'connected'
  const look = useCallback(() => load(() => call('voices.show', { id }), setAsked), [id])
  useEffect(() => {
    if (connected) void look()
  }, [connected, look])
  return (
    <>
      <a className="back" href={LIBRARY}>
        <IconArrowLeft size={16} aria-hidden="true" /> Voices
      </a>
      {asked.status === 'loading' && <Loader type="dots" aria-label="Looking for the voice" />}
      {asked.status === 'failed' && (
        <ErrorAlert onRetry={() => void look()}>{`It cannot be shown. ${asked.reason}`}</ErrorAlert>
      )}
      {asked.status === 'loaded' && (
        <Known
          voice={asked.value}
          script={script}
          onRenamed={(answer) => setAsked({ status: 'loaded', value: answer })}
        />
      )}
    </>
  )
}

interface KnownProps {
  readonly voice: OwnVoice
  readonly script: ScriptDoor
  readonly onRenamed: (voice: OwnVoice) => void
}

function Known({ voice, script, onRenamed }: KnownProps): ReactElement {
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const places = placesOf(script.lines, voice.id)
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
            <LanguageChip code={voice.language} /> recorded in {languageName(voice.language)} · made{' '}
            {momentOf(new Date(voice.createdAt), new Date())} ·{' '}
            {places.length === 0 ? 'not used in the script' : `speaks ${namePlaces(places)}`}
          </p>
        </div>
        <div className="details-actions">
          <Button
            leftSection={<IconFileArrowRight size={18} aria-hidden="true" />}
            onClick={() => script.use(voice.id)}
          >
            Use in the script
          </Button>
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden="true" />}
            onClick={() => setOpen('rename')}
          >
            Rename
          </Button>
          <Button
            variant="default"
            leftSection={<IconTrash size={18} aria-hidden="true" />}
            onClick={() => setOpen('delete')}
          >
            Delete
          </Button>
        </div>
      </header>
      <CompareCloth voice={voice} />
      <Warnings warnings={voice.warnings} />
      <ConsentPart consent={voice.consent} />
      <RenameDialog
        voice={voice}
        opened={open === 'rename'}
        onClose={close}
        onRenamed={(renamed) => {
          onRenamed(renamed)
          script.voicesChanged()
        }}
      />
      <DeleteDialog
        voice={voice}
        places={places}
        opened={open === 'delete'}
        onClose={close}
        onDeleted={() => {
          script.voicesChanged()
          window.location.hash = LIBRARY
        }}
      />
    </>
  )
}
