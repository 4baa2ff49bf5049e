import { t } from '#renderer/i18n/i18n.ts'
import './models.css'
import { Loader } from '@mantine/core'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { useConnection } from '#renderer/ui/use-connection.ts'
import type { PackSummary } from '#shared/packs.ts'
import { loadPacks } from './models-actions.ts'
import { useModels } from './models-store.ts'
import { PackCard } from './pack-card.tsx'
import { TASKS } from './pack-words.ts'

interface ModelsScreenProps {
  readonly notices: ReactNode
  /** The pack that the address names; empty: none. */
  readonly packId: string
}

/** Models screen: packs of models from elsewhere, by what they are for. */
export function ModelsScreen({ notices, packId }: ModelsScreenProps): ReactElement {
  const connected = useConnection().status === 'connected'
  const packs = useModels((state) => state.packs)
  useEffect(() => {
    if (connected) void loadPacks()
  }, [connected])
  return (
    <div className="screen">
      <div className="notices">{notices}</div>
      <main className="page screen-page">
        <header className="screen-head">
          <h1>{t('models:title')}</h1>
          <p>{t('models:about')}</p>
        </header>
        {packs.status === 'loading' && (
          <p className="text-secondary" role="status">
            <Loader type="dots" size="sm" aria-hidden="true" /> {t('models:loading')}
          </p>
        )}
        {packs.status === 'failed' && (
          <ErrorAlert onRetry={() => void loadPacks()}>
            {t('models:notLoaded', { reason: packs.reason })}
          </ErrorAlert>
        )}
        {packs.status === 'loaded' && <Packs packs={packs.value} wantedId={packId} />}
      </main>
    </div>
  )
}

interface PacksProps {
  readonly packs: readonly PackSummary[]
  readonly wantedId: string
}

function Packs({ packs, wantedId }: PacksProps): ReactElement {
  if (packs.length === 0) return <p>{t('models:empty')}</p>
  return (
    <>
      {TASKS.map((task) => {
        const title = t(`models:tasks.${task}.title`)
        const own = packs.filter((pack) => pack.task === task)
        if (own.length === 0) return undefined
        return (
          <section key={task} className="models-section" aria-labelledby={`models-${task}`}>
            <h2 id={`models-${task}`}>{title}</h2>
            <p className="text-secondary">{t(`models:tasks.${task}.purpose`)}</p>
            <ul className="models-list" aria-label={title}>
              {own.map((pack) => (
                <li key={pack.id}>
                  <PackCard pack={pack} isWanted={pack.id === wantedId} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}
