/** How many of the first bytes of a file are looked at. */
export const HEAD_BYTES = 64
export const UNKNOWN_TYPE = 'application/octet-stream'

/** What stands where among the first bytes, as Latin-1 text. */
type Mark = readonly [offset: number, text: string]

/** After https://mimesniff.spec.whatwg.org. Nothing of this list can hold a script that a browser runs. */
const SIGNATURES: readonly (readonly [type: string, ...marks: Mark[]])[] = [
  ['audio/wav', [0, 'RIFF'], [8, 'WAVE']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBPVP']],
  ['audio/aiff', [0, 'FORM'], [8, 'AIF']],
  ['audio/ogg', [0, 'OggS\0']],
  ['audio/flac', [0, 'fLaC']],
  ['audio/mpeg', [0, 'ID3']],
  ...['\xe2', '\xe3', '\xf2', '\xf3', '\xfa', '\xfb'].map(
    (layer) => ['audio/mpeg', [0, `\xff${layer}`]] as const,
  ),
  ...['\xf0', '\xf1', '\xf8', '\xf9'].map((layer) => ['audio/aac', [0, `\xff${layer}`]] as const),
  ['audio/mp4', [4, 'ftypM4A ']],
  ['audio/mp4', [4, 'ftypM4B ']],
  ['video/mp4', [4, 'ftyp']],
  ['image/png', [0, '\x89PNG\r\n\x1a\n']],
  ['image/jpeg', [0, '\xff\xd8\xff']],
  ['image/gif', [0, 'GIF87a']],
  ['image/gif', [0, 'GIF89a']],
]
/** The head of an EBML document, somewhere in which its type stands. */
const EBML = '\x1a\x45\xdf\xa3'

/** The media type of a file by its first `HEAD_BYTES` bytes: sound, video or picture, or `UNKNOWN_TYPE` for the rest. */
export function mediaTypeOf(head: Uint8Array): string {
  const text = Buffer.from(head.subarray(0, HEAD_BYTES)).toString('latin1')
  if (text.startsWith(EBML)) return text.includes('webm') ? 'video/webm' : UNKNOWN_TYPE
  const known = SIGNATURES.find(([, ...marks]) =>
    marks.every(([offset, mark]) => text.startsWith(mark, offset)),
  )
  return known?.[0] ?? UNKNOWN_TYPE
}
