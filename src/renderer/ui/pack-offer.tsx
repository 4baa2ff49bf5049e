import { t } from '#renderer/i18n/i18n.ts'
import './pack-offer.css'
import { Button, Loader } from '@mantine/core'
import { IconBox } from '@tabler/icons-react'
import { type ReactElement, useEffect, useState } from 'react'
import { call } from '#renderer/client.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { PackSummary } from '#shared/packs.ts'
import { ErrorAlert } from './error-alert.tsx'
import { type Loadable, load } from './loadable.ts'
import { downloadWords } from './size-words.ts'

interface PackOfferProps {
  readonly task: PackSummary['task']
  /** What a pack would do, as a sentence. */
  readonly reason: string
  /** Only packs that know all of these; left out: all packs. */
  readonly languages?: readonly LanguageCode[]
}

/** Packs of models that would do what nothing here can do: name, size, licence, and the way to each. */
export function PackOffer({ task, reason, languages = [] }: PackOfferProps): ReactElement {
  const [packs, setPacks] = useState<Loadable<readonly PackSummary[]>>({ status: 'loading' })
  useEffect(() => {
    void load(() => call('packs.list', {}), setPacks)
  }, [])
  return (
    <section className="pack-offer" aria-label={t('ui:offer.label')}>
      <p>{reason}</p>
      {packs.status === 'loading' && (
        <Loader type="dots" size="sm" aria-label={t('ui:offer.loading')} />
      )}
      {packs.status === 'failed' && <ErrorAlert>{packs.reason}</ErrorAlert>}
      {packs.status === 'loaded' && (
        <Offers packs={packs.value.filter((pack) => mayHelp(pack, task, languages))} />
      )}
    </section>
  )
}

/** Whether a pack that is not in use yet would do the task for the languages. */
function mayHelp(
  pack: PackSummary,
  task: PackSummary['task'],
  languages: readonly LanguageCode[],
): boolean {
  const isUsed = pack.state === 'installed' && pack.licence.acceptedAt !== undefined
  return pack.task === task && !isUsed && languages.every((code) => pack.languages.includes(code))
}

/** Why a pack that is on the disk is not used; empty for one that is not there. */
function obstacleWords({ state }: PackSummary): string {
  if (state === 'damaged') return t('ui:offer.damaged')
  if (state === 'installed') return t('ui:offer.notAccepted')
  return state === 'partial' ? t('ui:offer.partial') : ''
}

function factsOf(pack: PackSummary): readonly string[] {
  const { id: licence, commercialUse } = pack.licence
  return [
    pack.canDownload ? downloadWords(pack) : t('ui:offer.import'),
    commercialUse ? licence : t('ui:offer.notCommercial', { licence }),
    obstacleWords(pack),
  ].filter((fact) => fact !== '')
}

function Offers({ packs }: { packs: readonly PackSummary[] }): ReactElement {
  if (packs.length === 0) return <p>{t('ui:offer.none')}</p>
  return (
    <ul>
      {packs.map((pack) => (
        <li key={pack.id}>
          <div>
            <div className="pack-offer-name">{pack.name}</div>
            <div className="text-secondary">{factsOf(pack).join(' · ')}</div>
          </div>
          <Button
            component="a"
            href={`#/models/${pack.id}`}
            variant="default"
            size="sm"
            leftSection={<IconBox size={18} aria-hidden="true" />}
            aria-label={t('ui:offer.seeLabel', { name: pack.name })}
          >
            {t('ui:offer.see')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
