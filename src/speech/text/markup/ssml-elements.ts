/**
 * The elements of SSML 1.1 (https://www.w3.org/TR/speech-synthesis11/) with the attributes that each may have; xml:id and
 * the language's onlangfailure go with all that have content.
 */
const ANYWHERE = ['xml:id'] as const
const CONTENT = ['xml:lang', 'onlangfailure', ...ANYWHERE] as const
const FETCHED = ['fetchtimeout', 'fetchhint', 'maxage', 'maxstale'] as const

export const SSML_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  speak: ['version', 'xmlns', 'xml:base', 'startmark', 'endmark', ...CONTENT],
  p: CONTENT,
  s: CONTENT,
  token: ['role', ...CONTENT],
  w: ['role', ...CONTENT],
  lang: CONTENT,
  voice: [
    ...['name', 'gender', 'languages', 'age', 'variant', 'required', 'ordering'],
    ...['onvoicefailure', ...CONTENT],
  ],
  emphasis: ['level', ...ANYWHERE],
  prosody: ['rate', 'pitch', 'volume', 'range', 'contour', 'duration', ...ANYWHERE],
  break: ['time', 'strength', ...ANYWHERE],
  mark: ['name', ...ANYWHERE],
  'say-as': ['interpret-as', 'format', 'detail', ...ANYWHERE],
  phoneme: ['alphabet', 'ph', 'type', ...ANYWHERE],
  sub: ['alias', ...ANYWHERE],
  audio: [
    ...['src', 'clipBegin', 'clipEnd', 'repeatCount', 'repeatDur', 'soundLevel', 'speed'],
    ...[...FETCHED, ...ANYWHERE],
  ],
  desc: CONTENT,
  meta: ['name', 'http-equiv', 'content', 'seeAlso', ...ANYWHERE],
  metadata: ANYWHERE,
  lexicon: ['uri', 'type', 'fetchtimeout', 'maxage', 'maxstale', ...ANYWHERE],
  lookup: ['ref', ...ANYWHERE],
}
/** These hold text alone; `break`, `mark` and `meta` nothing at all. */
export const LEAVES: ReadonlySet<string> = new Set(['say-as', 'phoneme', 'sub'])
export const EMPTY: ReadonlySet<string> = new Set(['break', 'mark', 'meta', 'lexicon'])
/** What these hold is not for listeners; other vocabularies may stand in the first. */
export const UNHEARD: ReadonlySet<string> = new Set(['metadata', 'desc'])

/** What to do instead of an element that cannot be done; undefined for all others. */
export function whyRefused(name: string): string | undefined {
  if (name === 'lexicon')
    return '<lexicon> names a file elsewhere, and nothing is fetched. Import it into the dictionary (griot dictionary import FILE), or write <phoneme> or <sub>.'
  if (name === 'lookup')
    return '<lookup> needs a <lexicon>, and nothing is fetched. Leave the tag out: the dictionary counts everywhere.'
  return undefined
}
