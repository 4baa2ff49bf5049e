import { t } from '#renderer/i18n/i18n.ts'

/** Qualities with words of their own; any other is that of a pack. */
const KNOWN = ['draft', 'gloss', 'endpoint', 'memory', 'unchanged'] as const

/**
 * The label of a translation's quality, as a badge shows it; `server`: model and host of the server, if one has translated.
 * @example `qualityWords('pack tiny')` is `'Pack tiny'`.
 */
export function qualityWords(quality: string, server?: string): string {
  const known = KNOWN.find((one) => one === quality)
  if (known === 'endpoint' && server) return t('translate:quality.namedEndpoint', { server })
  if (known) return t(`translate:quality.${known}`)
  const [, name] = /^pack (.*)$/s.exec(quality) ?? []
  return name === undefined ? quality : t('translate:quality.pack', { name })
}

/** What the label means for whoever reads the translation. */
export function qualityAdvice(quality: string): string {
  return t(`translate:advice.${KNOWN.find((one) => one === quality) ?? 'pack'}`)
}
