import { create } from 'zustand'
import { changeReview } from '#renderer/features/voices/review/review-actions.ts'
import { useReview } from '#renderer/features/voices/review/review-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { lacksTranscriber, type Transcription, transcribe } from '#renderer/transcribe.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import type { Reading, ReadingFinding } from '#shared/reading.ts'
import { applyFinding } from './apply-finding.ts'

/** Step of the help with a transcript. */
export type TranscriptHelp =
  | { readonly kind: 'idle' }
  | { readonly kind: 'working'; readonly isComparing: boolean }
  | { readonly kind: 'failed'; readonly message: string; readonly lacksPack: boolean }
  /** It counts as long as the transcript is `text`. */
  | {
      readonly kind: 'compared'
      readonly clipId: string
      readonly text: string
      readonly findings: readonly ReadingFinding[]
      readonly basis: Reading['basis']
    }

export const useTranscriptHelp = create<{ readonly help: TranscriptHelp }>(() => ({
  help: { kind: 'idle' },
}))

let running = new AbortController()

/** Writes down what is said in the part of the recording that is used, as its transcript. */
export async function fillTranscript(): Promise<void> {
  await listen(undefined, ({ text, language }) => {
    if (text === '') throw new Error(t('voices:transcript.noSpeech'))
    const { review } = useReview.getState()
    const isDetected = review?.language === '' && language !== undefined
    changeReview({ transcript: text, ...(isDetected ? { language } : {}) })
    setHelp({ kind: 'idle' })
    announce(t('voices:transcript.writtenDown'))
  })
}

/** Compares the transcript with what is heard; the person decides about each difference. */
export async function compareTranscript(): Promise<void> {
  const { review } = useReview.getState()
  if (!review) return
  const { transcript: text, clip } = review
  await listen(text, ({ reading }) => {
    if (!reading) return
    const { findings, basis } = reading
    setHelp({ kind: 'compared', clipId: clip.clipId, text, findings, basis })
    announce(
      findings.length === 0
        ? t('voices:transcript.allHeard')
        : t('voices:transcript.differs', { count: findings.length }),
    )
  })
}

/** Settles a difference as it was heard. */
export function takeHeard(finding: ReadingFinding): void {
  const { help } = useTranscriptHelp.getState()
  if (help.kind !== 'compared') return
  const { text, findings } = applyFinding(help, finding)
  setHelp({ ...help, text, findings })
  changeReview({ transcript: text })
}

/** Settles a difference as it is typed. */
export function keepTyped(finding: ReadingFinding): void {
  const { help } = useTranscriptHelp.getState()
  if (help.kind !== 'compared') return
  setHelp({ ...help, findings: help.findings.filter((known) => known !== finding) })
}

/** Stops listening. */
export function cancelHelp(): void {
  running.abort(new Error('cancelled'))
  setHelp({ kind: 'idle' })
}

async function listen(
  expected: string | undefined,
  onHeard: (result: Transcription) => void,
): Promise<void> {
  const { review } = useReview.getState()
  if (!review) return
  running.abort(new Error('cancelled'))
  running = new AbortController()
  const { signal } = running
  const { clip, range, isDenoised, language } = review
  setHelp({ kind: 'working', isComparing: expected !== undefined })
  try {
    const cut = { ...range, cleaned: isDenoised }
    const result = await transcribe(
      {
        source: { kind: 'clip', clipId: clip.clipId, cut },
        language: language || undefined,
        expected,
      },
      { signal },
    )
    // Another recording may be open by now.
    if (useReview.getState().review?.clip.clipId === clip.clipId) onHeard(result)
    else setHelp({ kind: 'idle' })
  } catch (error) {
    if (signal.aborted) return
    const message = errorMessage(error)
    setHelp({ kind: 'failed', message, lacksPack: lacksTranscriber(error) })
    announce(message)
  }
}

function setHelp(help: TranscriptHelp): void {
  useTranscriptHelp.setState({ help })
}
