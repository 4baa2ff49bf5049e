import { TEXT_LIMIT } from '#shared/script.ts'

/** A line found in pasted text, and who says it if the text names a voice that is known. */
export interface PastedLine {
  readonly text: string
  readonly voice?: string
}

/** What reading a paste needs to know of a voice. */
export interface NamedVoice {
  readonly id: string
  readonly name: string
}

const SPEAKER = /^\s*[[(]?([^:：\][()]{1,40}?)[\])]?\s*[:：]\s*(\S.*)$/su

/**
 * The lines of a pasted or dropped text: one per line of the text, blank ones left out.
 * "Lucy: Good morning" becomes a line for the voice Lucy where there is such a voice; a name that is not a voice
 * stays part of the text. A line too long for the contract is cut at the last space that fits.
 */
export function parsePaste(text: string, voices: readonly NamedVoice[]): PastedLine[] {
  const known = new Map<string, string>()
  // Of two with one name, the first on the list is meant.
  for (const voice of voices.toReversed()) {
    known.set(foldName(voice.id), voice.id)
    known.set(foldName(voice.name), voice.id)
  }
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .map((line) => line.normalize('NFC').trim())
    .filter((line) => line !== '')
    .flatMap((line) => parseLine(line, known))
}

function parseLine(line: string, known: ReadonlyMap<string, string>): PastedLine[] {
  const [, name = '', words = ''] = SPEAKER.exec(line) ?? []
  const voice = known.get(foldName(name))
  const texts = splitLongLine(voice === undefined ? line : words)
  return texts.map((text) => (voice === undefined ? { text } : { text, voice }))
}

function foldName(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}

function splitLongLine(text: string): string[] {
  if (text.length <= TEXT_LIMIT) return [text]
  const space = text.lastIndexOf(' ', TEXT_LIMIT)
  // Never between the halves of one character.
  const whole = /[\uD800-\uDBFF]/.test(text.charAt(TEXT_LIMIT - 1)) ? TEXT_LIMIT - 1 : TEXT_LIMIT
  const at = space > 0 ? space : whole
  return [text.slice(0, at).trimEnd(), ...splitLongLine(text.slice(at).trimStart())]
}
