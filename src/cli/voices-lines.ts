import type { RecordingOnDisk } from '#app/open-custom-voices.ts'
import { warningText } from '#shared/custom-voices.ts'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import type { Consent, StoredVoice } from '#storage/db/voices.ts'
import { formatSize } from '#storage/files/format-size.ts'
import { plain } from './verdict-lines.ts'

const LABEL_WIDTH = 22
const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Rows with their columns aligned by the visible width of a text, without spaces at the end. */
export function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell))
  return rows.map((row) =>
    row
      .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  )
}

const widthOf = (text: string): number => [...segments.segment(text)].length

/** One fact a line, after its label. */
export function factLines(facts: readonly (readonly [label: string, value: string])[]): string[] {
  return facts.map(([label, value]) => `  ${label.padEnd(LABEL_WIDTH)}${plain(value)}`)
}

/** A custom voice as lines for a person. `recording`: left out where nobody looked for it. */
export function ownLines(
  voice: StoredVoice,
  consent: Consent | undefined,
  recording?: { readonly found: RecordingOnDisk | undefined },
): string[] {
  const { id, name, language, spokenLanguage, createdAt, warnings } = voice
  const remark = language === undefined ? ', detected in the transcript' : ''
  return [
    `${plain(name)}: a voice of your own`,
    ...factLines([
      ['id', id],
      ['language', `${nameOfLanguage(spokenLanguage)}${remark}`],
      ['made', createdAt],
      ...(recording ? [['recording', recordingInWords(recording.found)] as const] : []),
      ...warnings.map((warning) => ['warning', warningText(warning, voice.misfit)] as const),
    ]),
    ...(consent ? consentLines(consent) : []),
  ]
}

/** A consent as lines for a person. */
export function consentLines(consent: Consent): string[] {
  const { account, tokenName, givenAt, voiceDeletedAt } = consent
  const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')
  return factLines([
    ['statement', `“${consent.statement}”`],
    ['purpose', consent.purpose],
    ['consent given', `${givenAt}, by ${tokenName}, for the account ${account}`],
    ['recording SHA-256', hex(consent.recordingSha256)],
    ['transcript SHA-256', hex(consent.transcriptSha256)],
    ...(voiceDeletedAt === undefined ? [] : [['voice deleted', voiceDeletedAt] as const]),
  ])
}

function recordingInWords(recording: RecordingOnDisk | undefined): string {
  if (!recording) return 'no longer on disk; the voice still speaks'
  const { bytes, seconds } = recording
  const length = seconds === undefined ? 'of unknown length' : `${seconds.toFixed(1)} s`
  return `${length}, ${formatSize(bytes)}`
}

/** English name of a language. */
export function nameOfLanguage(code: LanguageCode): string {
  return LANGUAGES.find((language) => language.code === code)?.name ?? code
}
