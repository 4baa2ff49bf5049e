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
        <span>{help.isComparing ? 'Comparing with the recording…' : 'Listening…'}</span>
        <Button size="compact-sm" variant="default" onClick={cancelHelp}>
          Cancel
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
          {isEmpty ? 'Write it down for me' : 'Compare with the recording'}
        </Button>
      </div>
      {help.kind === 'failed' &&
        (help.lacksPack ? (
          <PackOffer
            task="transcription"
            {...(review.language && { languages: [review.language] })}
            reason="Nothing here can listen to the recording yet. You can type the transcript, or install one of these models:"
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
        Nothing else differs between what is typed and what is heard. Tones and marks are not
        compared.
      </p>
    )
  return (
    <section className="transcript-differences" aria-label="Differences from the recording">
      <ul>
        {findings.map((finding) => (
          <li key={`${finding.from} ${finding.kind} ${finding.heard}`}>
            <span>{differenceWords(finding)}</span>
            <span className="transcript-choices">
              <Button size="compact-sm" variant="default" onClick={() => takeHeard(finding)}>
                {applyWords(finding)}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`Keep as typed: ${finding.written || finding.heard}`}
                onClick={() => keepTyped(finding)}
              >
                Keep as typed
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <p className="text-secondary">
        {isByWords && 'Only the words that were heard could be compared. '}A recogniser makes
        mistakes: you know best what is said.
      </p>
    </section>
  )
}

function differenceWords({ kind, written, heard }: ReadingFinding): string {
  if (kind === 'missing') return `“${written}” is typed and not heard.`
  if (kind === 'different') return `“${written}” is typed, “${heard}” is heard.`
  return `“${heard}” is heard${kind === 'repeated' ? ' once more' : ''} and not typed.`
}
