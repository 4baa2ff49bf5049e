/**
 * The label of a translation's quality, as a badge shows it; `server`: model and host of the server, if one has translated.
 * @example `qualityWords('pack tiny')` is `'Pack tiny'`.
 */
export function qualityWords(quality: string, server?: string): string {
  const known: Readonly<Record<string, string>> = {
    draft: 'Draft',
    gloss: 'Gloss',
    endpoint: server ? `Your server: ${server}` : 'Your server',
    memory: 'Your correction',
    unchanged: 'Unchanged',
  }
  return known[quality] ?? quality.replace(/^pack /, 'Pack ')
}

/** What the label means for whoever reads the translation. */
export function qualityAdvice(quality: string): string {
  if (quality === 'draft') return 'Made on this computer by the built-in translator: read it over.'
  if (quality === 'gloss') return 'Word by word, for the gist only: rewrite it before it is used.'
  if (quality === 'endpoint') return 'Made by the server that was set up: read it over.'
  if (quality === 'memory') return 'Taken from your own corrections.'
  if (quality === 'unchanged') return 'There was nothing to translate.'
  return 'Made by this installed pack of models: read it over.'
}
