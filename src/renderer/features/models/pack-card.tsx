import { Progress } from '@mantine/core'
import {
  IconBriefcase,
  IconBriefcaseOff,
  IconCircleCheck,
  IconHelpCircle,
} from '@tabler/icons-react'
import { type ReactElement, useEffect, useRef } from 'react'
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
      {job?.state === 'failed' && <ErrorAlert>{job.message ?? 'It failed.'}</ErrorAlert>}
      {state === 'damaged' && !isAtWork(job) && (
        <ErrorAlert>{`This pack is not used. ${problem ?? ''}`}</ErrorAlert>
      )}
      <PackActions pack={pack} />
    </article>
  )
}

function Facts({ pack }: { pack: PackSummary }): ReactElement {
  const { licence, memoryMegabytes, isChecked, measured, canDownload } = pack
  return (
    <ul className="pack-facts" aria-label={`Facts about ${pack.name}`}>
      <li data-kind={licence.commercialUse ? 'free' : 'limited'}>
        {licence.commercialUse ? (
          <IconBriefcase size={18} aria-hidden="true" />
        ) : (
          <IconBriefcaseOff size={18} aria-hidden="true" />
        )}
        {licence.commercialUse ? 'Commercial use allowed' : 'Not for commercial use'} ({licence.id})
      </li>
      <li>{canDownload ? `Download: ${downloadWords(pack)}` : 'No download: import a folder'}</li>
      <li>Memory: about {memoryMegabytes.toLocaleString('en')} MB (estimated)</li>
      <li data-kind={isChecked ? undefined : 'limited'}>
        {!isChecked && <IconHelpCircle size={18} aria-hidden="true" />}
        {isChecked
          ? 'Run by the makers of this list'
          : measured.length > 0
            ? 'Not checked here; published figures under Details'
            : 'Not checked'}
      </li>
    </ul>
  )
}

function JobProgress({ job, name }: { job: PackJob; name: string }): ReactElement {
  const { doneBytes, totalBytes } = job
  const percent = totalBytes === 0 ? 0 : Math.min(100, (doneBytes / totalBytes) * 100)
  return (
    <div className="pack-progress">
      <Progress value={percent} size="lg" aria-label={`Progress of ${name}`} />
      <p className="text-secondary">{progressWords(job)}</p>
    </div>
  )
}
