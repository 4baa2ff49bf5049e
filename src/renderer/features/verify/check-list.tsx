import './verdicts.css'
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
import { useConnection } from '#renderer/ui/use-connection.ts'
import type { Verdict } from '#shared/provenance.ts'
import { removeCheck, verifyAgain } from './checking.ts'
import { VerdictDetails } from './verdict-details.tsx'
import { type Check, type OnItsWay, totalBytes, useVerify } from './verify-store.ts'

/** Every file that was dropped, the newest first; one verdict is read in full at a time. */
export function CheckList(): ReactElement | undefined {
  const checks = useVerify((state) => state.checks)
  const list = useRef<HTMLOListElement>(null)
  const newestId = checks[0]?.id
  useEffect(() => {
    if (newestId !== undefined) bringIntoSight(list.current)
  }, [newestId])
  if (checks.length === 0) return undefined
  return (
    <ol ref={list} className="checks" aria-label="Verified files">
      {checks.map((check) => (
        <li key={check.id} className="check">
          <CheckPart check={check} />
        </li>
      ))}
    </ol>
  )
}

/** Files fall anywhere on the screen, also far below. Nothing moves where the verdict will unfold in sight anyway. */
function bringIntoSight(list: HTMLElement | null): void {
  const top = list?.getBoundingClientRect().top ?? 0
  if (top < 0 || top > window.innerHeight / 2) list?.scrollIntoView()
}

function CheckPart({ check }: { check: Check }): ReactElement {
  const { step } = check
  if (step.kind === 'done') return <Judged check={check} verdict={step.verdict} />
  if (step.kind === 'failed') return <Failed check={check} reason={step.reason} />
  return <UnderWay check={check} step={step} />
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
}

function Judged({ check, verdict }: { check: Check; verdict: Verdict }): ReactElement {
  const isOpen = useVerify(({ openId }) => openId === check.id)
  const Icon = ICONS[verdict.kind]
  const details = `details-${check.id}`
  const turn = (): void => useVerify.setState({ openId: isOpen ? undefined : check.id })
  return (
    <article aria-label={`${check.file.name}: ${verdict.title}`} data-verdict={verdict.kind}>
      <div className="check-head">
        <Icon className="check-shape" size={32} stroke={1.5} aria-hidden="true" />
        <FileName check={check} heading={verdict.title} />
        <button
          type="button"
          className="check-button"
          aria-expanded={isOpen}
          aria-controls={details}
          aria-label={`${isOpen ? 'Show less' : 'Show more'} of ${check.file.name}`}
          onClick={turn}
        >
          <IconChevronDown size={20} aria-hidden="true" />
        </button>
        <Remove check={check} what="Remove from the list" />
      </div>
      <div id={details} hidden={!isOpen}>
        {isOpen && <VerdictDetails fileName={check.file.name} verdict={verdict} />}
      </div>
    </article>
  )
}

function Failed({ check, reason }: { check: Check; reason: string }): ReactElement {
  const connected = useConnection().status === 'connected'
  return (
    <article aria-label={`${check.file.name}: not verified`}>
      <div className="check-head">
        <IconAlertTriangle className="check-shape" size={32} stroke={1.5} aria-hidden="true" />
        <FileName check={check} heading="Not verified" />
        <Button
          variant="default"
          size="sm"
          disabled={!connected}
          onClick={() => verifyAgain(check)}
        >
          Try again
        </Button>
        <Remove check={check} what="Remove from the list" />
      </div>
      <p className="verdict check-words">{reason}</p>
    </article>
  )
}

function UnderWay({ check, step }: { check: Check; step: OnItsWay }): ReactElement {
  const total = totalBytes(check)
  const sent = { waiting: 0, sending: step.kind === 'sending' ? step.sentBytes : 0, judging: total }
  const percent = total === 0 ? 100 : Math.floor((sent[step.kind] / total) * 100)
  const words = {
    waiting: 'Waiting its turn',
    sending: `Reading: ${percent} %`,
    judging: 'Checking',
  }
  return (
    <article aria-label={`${check.file.name}: being verified`} aria-busy="true">
      <div className="check-head">
        {step.kind === 'waiting' ? (
          <IconHourglassEmpty className="check-shape" size={32} stroke={1.5} aria-hidden="true" />
        ) : (
          <Loader className="check-shape" size={32} aria-hidden="true" />
        )}
        <FileName check={check} heading={words[step.kind]} />
        <Remove check={check} what="Cancel" />
      </div>
      {step.kind !== 'waiting' && (
        <Progress value={percent} aria-label={`Reading ${check.file.name}`} />
      )}
    </article>
  )
}

function FileName({ check, heading }: { check: Check; heading: string }): ReactElement {
  const { file, sidecar } = check
  return (
    <div className="check-name">
      <h2>{heading}</h2>
      <p>
        <bdi>{file.name}</bdi>
        {sidecar && (
          <>
            {' with '}
            <bdi>{sidecar.name}</bdi>
          </>
        )}
      </p>
    </div>
  )
}

function Remove({ check, what }: { check: Check; what: string }): ReactElement {
  return (
    <button
      type="button"
      className="check-button"
      aria-label={`${what}: ${check.file.name}`}
      title={what}
      onClick={() => removeCheck(check.id)}
    >
      <IconX size={20} aria-hidden="true" />
    </button>
  )
}
