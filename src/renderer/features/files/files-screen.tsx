import { t } from '#renderer/i18n/i18n.ts'
import './files.css'
import type { ReactElement, ReactNode } from 'react'
import type { Verdict } from '#shared/provenance.ts'
import { FilesView } from './files-view.tsx'
import { HistoryView } from './history-view.tsx'

interface FilesScreenProps {
  readonly notices: ReactNode
  readonly view: 'files' | 'history'
  /** Explains a verdict about a file. */
  readonly verdictDetails: (fileName: string, verdict: Verdict) => ReactNode
  /** Name of a voice. */
  readonly voiceName: (id: string) => ReactNode
}

const VIEWS = [
  { view: 'files', href: '#/files' },
  { view: 'history', href: '#/files/history' },
] as const

/** Files screen: what was exported and recorded, and the history of what was spoken. */
export function FilesScreen(props: FilesScreenProps): ReactElement {
  const { notices, view, verdictDetails, voiceName } = props
  return (
    <div className="screen">
      <div className="notices">{notices}</div>
      <main className="page screen-page">
        <header className="screen-head">
          <h1>{t('files:title')}</h1>
          <p>{t('files:about')}</p>
        </header>
        <nav className="files-views" aria-label={t('files:title')}>
          {VIEWS.map(({ view: id, href }) => (
            <a key={id} href={href} aria-current={id === view ? 'page' : undefined}>
              {t(`files:views.${id}`)}
            </a>
          ))}
        </nav>
        {view === 'files' ? (
          <FilesView verdictDetails={verdictDetails} />
        ) : (
          <HistoryView voiceName={voiceName} />
        )}
      </main>
    </div>
  )
}
