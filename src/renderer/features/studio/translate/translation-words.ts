import { t } from '#renderer/i18n/i18n.ts'
import type { Doubt } from '#shared/doubts.ts'

/** Qualities with words of their own; any other is that of a pack. */
const KNOWN = ['draft', 'wordHelp', 'endpoint', 'memory', 'unchanged'] as const

/**
 * The label of a translation's quality, as a badge shows it; `server`: model and host of the server, if one has translated.
 * @example `qualityWords('pack tiny')` is `'Pack tiny'`.
 */
export function qualityWords(quality: string, server?: string): string {
  const known = knownQuality(quality)
  if (known === 'endpoint' && server) return t('translate:quality.namedEndpoint', { server })
  if (known) return t(`translate:quality.${known}`)
  const [, name] = /^pack (.*)$/s.exec(quality) ?? []
  return name === undefined ? quality : t('translate:quality.pack', { name })
}

/** What the label means for whoever reads the translation. */
export function qualityAdvice(quality: string): string {
  return t(`translate:advice.${knownQuality(quality) ?? 'pack'}`)
}

/** The quality as texts are named: a label of two words has one. */
function knownQuality(quality: string): (typeof KNOWN)[number] | undefined {
  const name = quality.replace(/ (\p{L})/gu, (_, letter: string) => letter.toUpperCase())
  return KNOWN.find((one) => one === name)
}

/**
 * A doubt as a line shows it.
 * @example `doubtWords({ kind: 'negation', source: 'not', text: '' })` is `'“not” is missing'`.
 */
export function doubtWords({ kind, source, text }: Doubt): string {
  if (kind === 'length' || kind === 'sentence') return t(`translate:doubts.${kind}`)
  if (kind === 'repetition' || kind === 'untranslated')
    return t(`translate:doubts.${kind}`, { text })
  if (text === '') return t('translate:doubts.lost', { source })
  if (source === '') return t('translate:doubts.added', { text })
  return t('translate:doubts.changed', { source, text })
}
