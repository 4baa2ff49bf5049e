import type { Verdict } from '#shared/provenance.ts'
import { visibleName } from '#shared/visible-name.ts'

const WIDTH = 16
const PLACES = {
  standard: 'at its standard place in the file',
  trailing: 'behind the sound, as in an answer that was streamed',
  sidecar: 'in the file beside it',
} as const

/** A verdict as lines for a person, with the facts where there are any. */
export function verdictLines(name: string, verdict: Verdict): string[] {
  const facts = factsOf(verdict).map(([what, value]) => `  ${what.padEnd(WIDTH)}${plain(value)}`)
  return [`${name}: ${verdict.title}`, `  ${plain(verdict.explanation)}`, ...facts]
}

function factsOf(verdict: Verdict): (readonly [string, string])[] {
  const { facts, certificate, placement, manifestId } = verdict
  const { name = '', version } = facts?.application ?? {}
  const all: (readonly [string, string | undefined])[] = [
    ['made with', facts && [name, version].filter(Boolean).join(' ')],
    ['date stated', facts?.when],
    ['AI-generated', facts && (facts.aiGenerated ? 'yes' : 'not stated')],
    ['voice', facts && voiceOf(facts)],
    ['language', facts?.language],
    ['engine', facts?.engine],
    ['title', facts?.title],
    ['author', facts?.author],
    ['training', facts?.trainingMining],
    ['request', facts?.requestId],
    ['issued by', certificate?.subject.replaceAll('\n', ', ')],
    ['certificate', certificate && `SHA-256 ${certificate.sha256}`],
    ['valid', certificate && `${certificate.notBefore} to ${certificate.notAfter}`],
    ['manifest', manifestId],
    ['placement', placement && PLACES[placement]],
  ]
  return all.flatMap(([what, value]) => (value ? [[what, value] as const] : []))
}

function voiceOf({ voice, voiceKind, consentRecord }: NonNullable<Verdict['facts']>): string {
  const kind = [voiceKind, consentRecord && `consent ${consentRecord}`].filter(Boolean).join(', ')
  return [voice, kind && `(${kind})`].filter(Boolean).join(' ')
}

/** A stranger's text on one line of a terminal, without characters that move the cursor or change the reading direction. */
export function plain(text: string): string {
  return visibleName(text)
}
