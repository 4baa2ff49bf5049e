import { TEXT_LIMIT } from '#shared/script.ts'

/** Line of a pasted text, with its voice if the text names a known one. */
export interface PastedLine {
  readonly text: string
  readonly voice?: string
}

/** Voice as the parser needs it. */
export interface NamedVoice {
  readonly id: string
  readonly name: string
}

const SPEAKER = /^\s*[[(]?([^:：\][()]{1,40}?)[\])]?\s*[:：]\s*(\S.*)$/su

/**
 * Parses a pasted or dropped text into lines, leaving out blank ones. "Lucy: Good morning" becomes a line of the voice
 * Lucy if there is one; any other name stays in the text. A line that is too long is split at the last space that
 * fits.
 */
export function parsePaste(text: string, voices: readonly NamedVoice[]): PastedLine[] {
  const known = new Map<string, string>()
  // Of voices with the same name, the first one wins.
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
  // Never splits a surrogate pair.
  const whole = /[\uD800-\uDBFF]/.test(text.charAt(TEXT_LIMIT - 1)) ? TEXT_LIMIT - 1 : TEXT_LIMIT
  const at = space > 0 ? space : whole
  return [text.slice(0, at).trimEnd(), ...splitLongLine(text.slice(at).trimStart())]
}
