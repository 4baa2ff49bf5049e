import { visibleName } from './visible-name.ts'

/** Fields that a file-name template may have, in braces. */
export const NAME_FIELDS = [
  ...(['title', 'number', 'chapter', 'voice', 'language', 'text', 'date'] as const),
] as const
export type NameField = (typeof NAME_FIELDS)[number]
export type NameFields = Readonly<Record<NameField, string>>

/** Names of files have at most 255 bytes on common file systems; this leaves room for extensions, a number and `.c2pa`. */
const MOST_BYTES = 230
/** Words of a line that a name may hold, in characters. */
const MOST_TEXT = 60

/**
 * The fields of a template that do not exist, without their braces.
 * @example `unknownFields('{title} {nummer}')` is `['nummer']`.
 */
export function unknownFields(template: string): readonly string[] {
  const known: readonly string[] = NAME_FIELDS
  return Array.from(template.matchAll(/\{([^{}]*)\}/g), ([, name]) => name ?? '').filter(
    (name) => !known.includes(name.trim()),
  )
}

/**
 * File name without an extension that every system takes, from a template. A field that is empty leaves no gap.
 * `{number} {text}` of line 7 becomes `07 Ẹ káàárọ̀!`.
 */
export function fileStem(template: string, fields: NameFields): string {
  const filled = template.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const field = NAME_FIELDS.find((known) => known === name.trim())
    if (field === undefined) return whole
    return field === 'text' ? cut(fields.text, MOST_TEXT, (text) => text.length) : fields[field]
  })
  // What an empty field leaves behind: separators at the edges, or two in a row.
  const tidy = safeName(filled)
    .replaceAll(/([-_–—,.]) *(?:[-_–—,.] *)+/gu, '$1 ')
    .replace(/^[\s\-_–—,.]+|[\s\-_–—,.]+$/gu, '')
  return tidy === '' || isReserved(tidy) ? 'Script' : tidy
}

/**
 * A name without what Windows, macOS or Linux refuse, of at most 230 bytes: no separators, no controls, no dots or spaces at its ends.
 * It may be empty.
 */
export function safeName(name: string): string {
  const clean = visibleName(name)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
  return cut(clean, MOST_BYTES, bytesOf).replaceAll(/[. ]+$/g, '')
}

/** Names that mean devices to Windows, with any extension. */
function isReserved(name: string): boolean {
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name)
}

/** The names in their order, each with a number behind it where an earlier one is the same but for the size of letters. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let distinct = name
    for (let number = 2; taken.has(folded(distinct)); number++) distinct = `${name} (${number})`
    taken.add(folded(distinct))
    return distinct
  })
}

/** Two names that are equal in this form are the same file on some systems. */
export const folded = (name: string): string => name.normalize('NFC').toLowerCase()

/** Length in UTF-8. */
function bytesOf(text: string): number {
  const points = Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  return points.reduce((sum, point) => sum + bytesOfPoint(point), 0)
}

function bytesOfPoint(point: number): number {
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x1_0000 ? 3 : 4
}

/** As many whole letters with their marks as have room. */
function cut(text: string, most: number, sizeOf: (text: string) => number): string {
  if (sizeOf(text) <= most) return text
  let kept = ''
  let size = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    size += sizeOf(segment)
    if (size > most) break
    kept += segment
  }
  return kept
}
