import './voices.css'
import { IconMicrophone } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { FileDrop } from '#renderer/ui/file-drop.tsx'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { askLibrary } from './asking.ts'
import { DetailsView } from './details/details-view.tsx'
import { LibraryView } from './library/library-view.tsx'
import { placeNamed, RECORD } from './places.ts'
import { RecordView } from './recorder/record-view.tsx'
import { refuse, takeFiles } from './recorder/taking-files.ts'
import type { ScriptDoor } from './script-door.ts'

interface VoicesScreenProps {
  readonly notices: ReactNode
  /** What stands behind the address of the screen. */
  readonly place: string
  readonly script: ScriptDoor
}

/** The Voices screen: who can speak, and how a voice of one’s own comes into being. */
export function VoicesScreen({ notices, place: name, script }: VoicesScreenProps): ReactElement {
  const connected = useConnection().status === 'connected'
  useEffect(() => {
    if (connected) void askLibrary()
    const look = (): void => void askLibrary()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [connected])
  const place = placeNamed(name)
  return (
    <div className="screen">
      <div className="notices">{notices}</div>
      <main className="page screen-page">
        {place.kind === 'library' && <LibraryView script={script} />}
        {place.kind === 'record' && <RecordView script={script} />}
        {place.kind === 'voice' && <DetailsView key={place.id} id={place.id} script={script} />}
      </main>
      <FileDrop onFiles={takeDropped} onReject={refuse} icon={IconMicrophone}>
        <p>Drop it here to make a voice of it.</p>
        <p className="quiet">
          One person who speaks, two to thirty seconds. You can cut it here first.
        </p>
      </FileDrop>
    </div>
  )
}

function takeDropped(files: readonly File[]): void {
  window.location.hash = RECORD
  takeFiles(files)
}
