import './verification-list.css'
import { Button, Loader, Progress } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCalendarX,
  IconChevronDown,
  IconCircleDashed,
  IconFileBroken,
  IconFileOff,
  IconHourglassEmpty,
  IconPencilX,
  IconRosetteDiscountCheck,
  IconUserCheck,
  IconUserQuestion,
  IconX,
  IconZoomQuestion,
} from '@tabler/icons-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
import { useConnection } from '#renderer/ui/use-connection.ts'
import type { Verdict } from '#shared/provenance.ts'
import { VerdictDetails } from './verdict-details.tsx'
import { removeVerification, retryVerification } from './verification-queue.ts'
import { type ListedVerification, type PendingStep, totalBytes, useVerify } from './verify-store.ts'

/** List of verified files, newest first, with one verdict expanded. */
export function VerificationList(): ReactElement | undefined {
  const verifications = useVerify((state) => state.verifications)
  const list = useRef<HTMLOListElement>(null)
  const newestId = verifications[0]?.id
  useEffect(() => {
    if (newestId !== undefined) scrollIntoViewIfHidden(list.current)
  }, [newestId])
  if (verifications.length === 0) return undefined
  return (
    <ol ref={list} className="verifications" aria-label={t('verify:list.label')}>
      {verifications.map((verification) => (
        <li key={verification.id} className="verification">
          <VerificationItem verification={verification} />
        </li>
      ))}
    </ol>
  )
}

/** Scrolls to a list that is not in view after a drop elsewhere on the screen. */
function scrollIntoViewIfHidden(list: HTMLElement | null): void {
  const top = list?.getBoundingClientRect().top ?? 0
  if (top < 0 || top > window.innerHeight / 2) list?.scrollIntoView()
}

function VerificationItem({ verification }: { verification: ListedVerification }): ReactElement {
  const { step } = verification
  if (step.kind === 'done')
    return <CompletedItem verification={verification} verdict={step.verdict} />
  if (step.kind === 'failed') return <FailedItem verification={verification} reason={step.reason} />
  return <PendingItem verification={verification} step={step} />
}

const ICONS: Readonly<Record<Verdict['kind'], typeof IconX>> = {
  'made-here': IconRosetteDiscountCheck,
  'known-signer': IconUserCheck,
  'unknown-signer': IconUserQuestion,
  changed: IconPencilX,
  damaged: IconFileBroken,
  expired: IconCalendarX,
  'not-understood': IconZoomQuestion,
  nothing: IconCircleDashed,
  'cannot-carry': IconFileOff,
  empty: IconFileOff,
}

function CompletedItem({
  verification,
  verdict,
}: {
  verification: ListedVerification
  verdict: Verdict
}): ReactElement {
  const isOpen = useVerify(({ openId }) => openId === verification.id)
  const { name } = verification.file
  const Icon = ICONS[verdict.kind]
  const details = `details-${verification.id}`
  const toggle = (): void => useVerify.setState({ openId: isOpen ? undefined : verification.id })
  return (
    <article
      aria-label={t('verify:list.itemOf', { name, verdict: verdict.title })}
      data-verdict={verdict.kind}
    >
      <div className="verification-head">
        <Icon className="verification-icon" size={32} stroke={1.5} aria-hidden="true" />
        <FileHeading verification={verification} heading={verdict.title} />
        <button
          type="button"
          className="verification-button"
          aria-expanded={isOpen}
          aria-controls={details}
          aria-label={t(isOpen ? 'verify:list.hideDetails' : 'verify:list.showDetails', { name })}
          onClick={toggle}
        >
          <IconChevronDown size={20} aria-hidden="true" />
        </button>
        <RemoveButton verification={verification} label={t('verify:list.remove')} />
      </div>
      <div id={details} hidden={!isOpen}>
        {isOpen && <VerdictDetails fileName={name} verdict={verdict} />}
      </div>
    </article>
  )
}

function FailedItem({
  verification,
  reason,
}: {
  verification: ListedVerification
  reason: string
}): ReactElement {
  const connected = useConnection().status === 'connected'
  return (
    <article aria-label={t('verify:list.itemFailed', { name: verification.file.name })}>
      <div className="verification-head">
        <IconAlertTriangle
          className="verification-icon"
          size={32}
          stroke={1.5}
          aria-hidden="true"
        />
        <FileHeading verification={verification} heading={t('verify:list.notVerified')} />
        <Button
          variant="default"
          size="sm"
          disabled={!connected}
          onClick={() => retryVerification(verification)}
        >
          {t('verify:list.tryAgain')}
        </Button>
        <RemoveButton verification={verification} label={t('verify:list.remove')} />
      </div>
      <p className="verdict verification-text">{reason}</p>
    </article>
  )
}

function PendingItem({
  verification,
  step,
}: {
  verification: ListedVerification
  step: PendingStep
}): ReactElement {
  const total = totalBytes(verification)
  const sent = {
    waiting: 0,
    sending: step.kind === 'sending' ? step.sentBytes : 0,
    verifying: total,
  }
  const percent = total === 0 ? 100 : Math.floor((sent[step.kind] / total) * 100)
  return (
    <article
      aria-label={t('verify:list.itemPending', { name: verification.file.name })}
      aria-busy="true"
    >
      <div className="verification-head">
        {step.kind === 'waiting' ? (
          <IconHourglassEmpty
            className="verification-icon"
            size={32}
            stroke={1.5}
            aria-hidden="true"
          />
        ) : (
          <Loader className="verification-icon" size={32} aria-hidden="true" />
        )}
        <FileHeading
          verification={verification}
          heading={t(`verify:list.${step.kind}`, { percent })}
        />
        <RemoveButton verification={verification} label={t('verify:list.cancel')} />
      </div>
      {step.kind !== 'waiting' && (
        <Progress
          value={percent}
          aria-label={t('verify:list.progress', { name: verification.file.name })}
        />
      )}
    </article>
  )
}

function FileHeading({
  verification,
  heading,
}: {
  verification: ListedVerification
  heading: string
}): ReactElement {
  const { file, sidecar } = verification
  return (
    <div className="verification-name">
      <h2>{heading}</h2>
      <p>
        {sidecar ? (
          <RichText
            text="verify:list.withManifest"
            parts={{ file: <FileName of={file} />, manifest: <FileName of={sidecar} /> }}
          />
        ) : (
          <FileName of={file} />
        )}
      </p>
    </div>
  )
}

/** A file's name, whatever is in it: as a part of a text it is not read as one. */
function FileName({ of: file }: { of: File }): ReactElement {
  return <bdi>{file.name}</bdi>
}

function RemoveButton({
  verification,
  label,
}: {
  verification: ListedVerification
  label: string
}): ReactElement {
  return (
    <button
      type="button"
      className="verification-button"
      aria-label={t('verify:list.actionOf', { action: label, name: verification.file.name })}
      title={label}
      onClick={() => removeVerification(verification.id)}
    >
      <IconX size={20} aria-hidden="true" />
    </button>
  )
}
