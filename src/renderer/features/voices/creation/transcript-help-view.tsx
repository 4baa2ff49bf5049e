import { t } from '#renderer/i18n/i18n.ts'
import './transcript-help.css'
import { Button, Loader } from '@mantine/core'
import { IconEar, IconEarScan, IconFileText } from '@tabler/icons-react'
import { type ReactElement, useEffect } from 'react'
import { useReview } from '#renderer/features/voices/review/review-store.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { PackOffer } from '#renderer/ui/pack-offer.tsx'
import { useConnection } from '#renderer/ui/use-connection.ts'
import type { ReadingFinding } from '#shared/reading.ts'
import { applyWords } from './apply-finding.ts'
import {
  cancelHelp,
  compareTranscript,
  fillTranscript,
  keepTyped,
  takeHeard,
  useTranscriptHelp,
} from './transcript-help.ts'

/** Below the transcript: have it written down, or compared with the recording. */
export function TranscriptHelpView({ locked }: { locked: boolean }): ReactElement | undefined {
  const review = useReview((state) => state.review)
  const help = useTranscriptHelp((state) => state.help)
  const connected = useConnection().status === 'connected'
  useEffect(() => cancelHelp, [])
  if (!review) return undefined
  const isEmpty = review.transcript.trim() === ''
  if (help.kind === 'working')
    return (
      <div className="transcript-help" role="status">
        <Loader size="sm" aria-hidden="true" />
        <span>
          {t(help.isComparing ? 'voices:transcript.comparing' : 'voices:transcript.listening')}
        </span>
        <Button size="compact-sm" variant="default" onClick={cancelHelp}>
          {t('voices:transcript.cancel')}
        </Button>
      </div>
    )
  return (
    <>
      <div className="transcript-help">
        <Button
          size="compact-sm"
          variant="default"
          disabled={locked || !connected}
          leftSection={
            isEmpty ? (
              <IconFileText size={18} aria-hidden="true" />
            ) : (
              <IconEar size={18} aria-hidden="true" />
            )
          }
          onClick={() => void (isEmpty ? fillTranscript() : compareTranscript())}
        >
          {t(isEmpty ? 'voices:transcript.writeDown' : 'voices:transcript.compare')}
        </Button>
      </div>
      {help.kind === 'failed' &&
        (help.lacksPack ? (
          <PackOffer
            task="transcription"
            {...(review.language && { languages: [review.language] })}
            reason={t('voices:transcript.lacksPack')}
          />
        ) : (
          <ErrorAlert>{help.message}</ErrorAlert>
        ))}
      {help.kind === 'compared' &&
        help.clipId === review.clip.clipId &&
        help.text === review.transcript && (
          <Comparison findings={help.findings} isByWords={help.basis === 'words'} />
        )}
    </>
  )
}

function Comparison(props: {
  readonly findings: readonly ReadingFinding[]
  readonly isByWords: boolean
}): ReactElement {
  const { findings, isByWords } = props
  if (findings.length === 0)
    return (
      <p className="transcript-same" role="status">
        <IconEarScan size={18} aria-hidden="true" />
        {t('voices:transcript.nothingElse')}
      </p>
    )
  return (
    <section className="transcript-differences" aria-label={t('voices:transcript.differences')}>
      <ul>
        {findings.map((finding) => (
          <li key={`${finding.from} ${finding.kind} ${finding.heard}`}>
            <span>
              {t(`voices:transcript.found.${finding.kind}`, {
                written: finding.written,
                heard: finding.heard,
              })}
            </span>
            <span className="transcript-choices">
              <Button size="compact-sm" variant="default" onClick={() => takeHeard(finding)}>
                {applyWords(finding)}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t('voices:transcript.keepNamed', {
                  words: finding.written || finding.heard,
                })}
                onClick={() => keepTyped(finding)}
              >
                {t('voices:transcript.keep')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <p className="text-secondary">
        {isByWords && `${t('voices:transcript.onlyWords')} `}
        {t('voices:transcript.mistakes')}
      </p>
    </section>
  )
}
