import { t } from '#renderer/i18n/i18n.ts'
import './voices.css'
import { IconMicrophone } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { FileDrop } from '#renderer/ui/file-drop.tsx'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { DetailsView } from './details/details-view.tsx'
import { LibraryView } from './library/library-view.tsx'
import { loadLibrary } from './library-actions.ts'
import { importFiles, rejectFile } from './recorder/import-file.ts'
import { RecordView } from './recorder/record-view.tsx'
import type { ScriptAccess } from './script-access.ts'
import { parseVoicesRoute, RECORD_HREF } from './voices-routes.ts'

interface VoicesScreenProps {
  readonly notices: ReactNode
  /** Part of the hash after the screen. */
  readonly subroute: string
  readonly script: ScriptAccess
}

/** Voices screen: library, recorder and voice details. */
export function VoicesScreen({ notices, subroute: name, script }: VoicesScreenProps): ReactElement {
  const connected = useConnection().status === 'connected'
  useEffect(() => {
    if (connected) void loadLibrary()
    const refresh = (): void => void loadLibrary()
    window.addEventListener('focus', refresh)
    return () => window.removeEventListener('focus', refresh)
  }, [connected])
  const route = parseVoicesRoute(name)
  return (
    <div className="screen">
      <div className="notices">{notices}</div>
      <main className="page screen-page">
        {route.kind === 'library' && <LibraryView script={script} />}
        {route.kind === 'record' && <RecordView script={script} />}
        {route.kind === 'voice' && <DetailsView key={route.id} id={route.id} script={script} />}
      </main>
      <FileDrop onFiles={handleDroppedFiles} onReject={rejectFile} icon={IconMicrophone}>
        <p>{t('voices:screen.drop')}</p>
        <p className="text-secondary">{t('voices:screen.dropHint')}</p>
      </FileDrop>
    </div>
  )
}

function handleDroppedFiles(files: readonly File[]): void {
  window.location.hash = RECORD_HREF
  importFiles(files)
}
