import { Progress } from '@mantine/core'
import {
  IconBriefcase,
  IconBriefcaseOff,
  IconCircleCheck,
  IconHelpCircle,
} from '@tabler/icons-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { LanguageChip } from '#renderer/ui/language-chip.tsx'
import { downloadWords } from '#renderer/ui/size-words.ts'
import type { PackJob, PackSummary } from '#shared/packs.ts'
import { PackActions } from './pack-actions.tsx'
import { isAtWork, progressWords, stateWords } from './pack-words.ts'

interface PackCardProps {
  readonly pack: PackSummary
  /** Whether the address names this pack: it is brought into view and gets the focus. */
  readonly isWanted: boolean
}

/** A pack: what it would improve, what it costs, how far it is. */
export function PackCard({ pack, isWanted }: PackCardProps): ReactElement {
  const { name, improves, languages, job, state, problem } = pack
  const title = `pack-${pack.id}`
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isWanted) return
    card.current?.scrollIntoView({ block: 'center' })
    card.current?.focus({ preventScroll: true })
  }, [isWanted])
  return (
    <article
      ref={card}
      className="pack"
      aria-labelledby={title}
      aria-busy={isAtWork(job)}
      tabIndex={isWanted ? -1 : undefined}
      data-wanted={isWanted || undefined}
    >
      <div className="pack-head">
        <h3 id={title}>{name}</h3>
        <span className="pack-state" data-state={state}>
          {state === 'installed' && <IconCircleCheck size={18} aria-hidden="true" />}
          {stateWords(pack)}
        </span>
      </div>
      <p>{improves}</p>
      <p className="pack-languages">
        {languages.map((code) => (
          <LanguageChip key={code} code={code} />
        ))}
      </p>
      <Facts pack={pack} />
      {job && isAtWork(job) && <JobProgress job={job} name={name} />}
      {job?.state === 'failed' && <ErrorAlert>{job.message ?? t('models:failed')}</ErrorAlert>}
      {state === 'damaged' && !isAtWork(job) && (
        <ErrorAlert>{t('models:notUsed', { problem: problem ?? '' })}</ErrorAlert>
      )}
      <PackActions pack={pack} />
    </article>
  )
}

function Facts({ pack }: { pack: PackSummary }): ReactElement {
  const { licence, memoryMegabytes, isChecked, measured, canDownload } = pack
  return (
    <ul className="pack-facts" aria-label={t('models:facts.label', { name: pack.name })}>
      <li data-kind={licence.commercialUse ? 'free' : 'limited'}>
        {licence.commercialUse ? (
          <IconBriefcase size={18} aria-hidden="true" />
        ) : (
          <IconBriefcaseOff size={18} aria-hidden="true" />
        )}
        {t(licence.commercialUse ? 'models:facts.commercial' : 'models:facts.notCommercial', {
          licence: licence.id,
        })}
      </li>
      <li>
        {canDownload
          ? t('models:facts.download', { size: downloadWords(pack) })
          : t('models:facts.noDownload')}
      </li>
      <li>{t('models:facts.memory', { megabytes: memoryMegabytes })}</li>
      <li data-kind={isChecked ? undefined : 'limited'}>
        {!isChecked && <IconHelpCircle size={18} aria-hidden="true" />}
        {isChecked
          ? t('models:facts.checked')
          : measured.length > 0
            ? t('models:facts.published')
            : t('models:facts.notChecked')}
      </li>
    </ul>
  )
}

function JobProgress({ job, name }: { job: PackJob; name: string }): ReactElement {
  const { doneBytes, totalBytes } = job
  const percent = totalBytes === 0 ? 0 : Math.min(100, (doneBytes / totalBytes) * 100)
  return (
    <div className="pack-progress">
      <Progress value={percent} size="lg" aria-label={t('models:progress.label', { name })} />
      <p className="text-secondary">{progressWords(job)}</p>
    </div>
  )
}
