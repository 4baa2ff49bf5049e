import { dateWords, locale } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { languageName } from '#renderer/ui/language-chip.tsx'
import { LANGUAGES } from '#shared/languages/languages.ts'
import type { Verdict } from '#shared/provenance.ts'

/** Row of facts about a valid file. `isCode`: a fingerprint or number that people compare character by character. */
export interface FactRow {
  readonly name: string
  readonly value: string
  readonly isCode?: boolean
}

type Facts = NonNullable<Verdict['facts']>

const VOICE_KINDS = ['built-in', 'designed', 'cloned'] as const
const TRAINING_VALUES = ['allowed', 'notAllowed', 'constrained'] as const

/** Facts about a valid file, from its statements to its signer; empty for any other verdict. */
export function factRows({ facts, certificate, placement }: Verdict): readonly FactRow[] {
  if (!facts) return []
  const rows: readonly (FactRow | false)[] = [
    { name: t('verify:facts.madeWith'), value: applicationText(facts) },
    facts.when !== undefined && {
      name: t('verify:facts.when'),
      value: formatDateTime(facts.when),
    },
    { name: t('verify:facts.voice'), value: voiceText(facts) },
    facts.language !== undefined && {
      name: t('verify:facts.language'),
      value: languagesText(facts.language),
    },
    facts.engine !== undefined && { name: t('verify:facts.engine'), value: facts.engine },
    {
      name: t('verify:facts.aiGenerated'),
      value: t(facts.aiGenerated ? 'verify:facts.yes' : 'verify:facts.notStated'),
    },
    facts.title !== undefined && { name: t('verify:facts.title'), value: facts.title },
    facts.author !== undefined && { name: t('verify:facts.author'), value: facts.author },
    facts.trainingMining !== undefined && {
      name: t('verify:facts.trainingMining'),
      value: trainingText(facts.trainingMining),
    },
    facts.requestId !== undefined && {
      name: t('verify:facts.request'),
      value: facts.requestId,
      isCode: true,
    },
    placement !== undefined && {
      name: t('verify:facts.manifest'),
      value: t(`verify:facts.placements.${placement}`),
    },
    certificate !== undefined && {
      name: t('verify:facts.certificate'),
      value: certificate.subject,
    },
    certificate !== undefined && {
      name: t('verify:facts.fingerprint'),
      value: groupFingerprint(certificate.sha256),
      isCode: true,
    },
  ]
  return rows.filter((row) => row !== false)
}

/** Verdict as plain text, for a message. */
export function detailsText(fileName: string, verdict: Verdict): string {
  const { title, explanation, certificate } = verdict
  const rows = factRows(verdict)
  const issued = certificate && rows.length > 0 ? [issuedByText(certificate.subject)] : []
  const lines = rows.map(({ name, value }) => t('verify:facts.line', { name, value }))
  return [fileName, title, explanation, ...issued, ...lines].join('\n')
}

/** "Content Credentials issued by …", with the name in the certificate. */
export function issuedByText(subject: string): string {
  return t('verify:facts.issuedBy', { name: issuerName(subject) })
}

/** Name and organisation of a certificate's subject, or the subject itself. */
export function issuerName(subject: string): string {
  const { name, organisation } = subjectNames(subject)
  return [name, organisation].filter(Boolean).join(', ') || subject
}

/** Name and organisation in a subject like `CN=Ilé Ohùn, O=Radio\, Ibadan`, where a backslash escapes a comma. */
export function subjectNames(subject: string): { name: string; organisation: string } {
  const parts = subject.split(/(?<!\\), (?=[A-Z]+=)/)
  const of = (key: string): string => {
    const value = parts.find((part) => part.startsWith(`${key}=`))?.slice(key.length + 1) ?? ''
    return value.replaceAll(/\\(.)/g, '$1')
  }
  return { name: of('CN'), organisation: of('O') }
}

/** Groups a fingerprint by four characters, as people compare them. */
export function groupFingerprint(sha256: string): string {
  return sha256.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Formats a time in full in the local time zone. A signer's invalid date is returned as it is. */
export function formatDateTime(moment: string): string {
  return Number.isNaN(Date.parse(moment)) ? moment : dateWords(moment, FULL)
}

const FULL = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' } as const

function applicationText({ application: { name, version } }: Facts): string {
  return [name === '' ? t('verify:facts.notStated') : name, version].filter(Boolean).join(' ')
}

function voiceText({ voice, voiceKind }: Facts): string {
  const kind = VOICE_KINDS.find((known) => known === voiceKind)
  if (kind === undefined) return voice ?? t('verify:facts.notStated')
  return voice === undefined
    ? t(`verify:facts.namelessVoice.${kind}`)
    : t(`verify:facts.namedVoice.${kind}`, { voice })
}

/** A manifest's training and mining value. One that is not known is shown as it is. */
function trainingText(value: string): string {
  const known = TRAINING_VALUES.find((one) => one === value)
  return known === undefined ? value : t(`verify:facts.training.${known}`)
}

/** Names of all languages of a file, from a comma-separated list of codes. */
function languagesText(codes: string): string {
  const others = new Intl.DisplayNames(locale(), { type: 'language' })
  const words = (code: string): string => {
    if (!/^[a-z]{2,3}$/.test(code)) return code
    // Chromium has no name for Nigerian Pidgin.
    const isOurs = LANGUAGES.some((known) => known.code === code)
    const language = isOurs ? languageName(code) : (others.of(code) ?? code)
    return t('verify:facts.languageAndCode', { language, code })
  }
  return codes.split(', ').map(words).join(', ')
}
