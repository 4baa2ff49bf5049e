import { t } from '#renderer/i18n/i18n.ts'
import type { ReadingFinding } from '#shared/reading.ts'

/** A transcript and what was found when it was compared with the recording. */
export interface ComparedTranscript {
  readonly text: string
  readonly findings: readonly ReadingFinding[]
}

/** The transcript with one finding settled as it was heard; the places of the others follow. */
export function applyFinding(
  { text, findings }: ComparedTranscript,
  settled: ReadingFinding,
): ComparedTranscript {
  const { from, to, heard } = settled
  const before = text.slice(0, from)
  const after = text.slice(to)
  const inserted = heard === '' ? '' : spaced(before, heard, after)
  // What is taken out takes the space before it along.
  const head = heard === '' && /\s$/.test(before) && /^(\s|$|[^\p{L}\p{N}])/u.test(after)
  const kept = head ? before.trimEnd() : before
  const changed = kept + inserted + after
  const shift = changed.length - text.length
  return {
    text: changed,
    findings: findings
      .filter((finding) => finding !== settled)
      .map((finding) =>
        finding.from >= to
          ? { ...finding, from: finding.from + shift, to: finding.to + shift }
          : finding,
      ),
  }
}

function spaced(before: string, words: string, after: string): string {
  const start = before !== '' && /[\p{L}\p{M}\p{N}]$/u.test(before) ? ' ' : ''
  const end = after !== '' && /^[\p{L}\p{N}]/u.test(after) ? ' ' : ''
  return `${start}${words}${end}`
}

/** What the button does that settles a finding as it was heard. */
export function applyWords({ kind, written, heard }: ReadingFinding): string {
  if (kind === 'missing') return t('voices:transcript.takeOut', { written })
  return t(kind === 'different' ? 'voices:transcript.use' : 'voices:transcript.add', { heard })
}
