/** A kind of sound file, and what ffmpeg calls the reader of it. */
export interface Container {
  readonly demuxer: string
}

/**
 * The container of a file by its first bytes, whatever its name says; `problem` says in words what else it is. A
 * playlist, which names other files, is none of them.
 */
export function containerOf(head: Uint8Array): Container | { readonly problem: string } {
  if (head.length === 0) return { problem: 'it is empty' }
  const text = Buffer.from(head).toString('latin1')
  const known = CONTAINERS.find(([isIt]) => isIt(text))
  if (known) return { demuxer: known[1] }
  const other = OTHERS.find(([isIt]) => isIt(text))
  return { problem: other ? `it is ${other[1]}` : 'its first bytes are those of no sound file' }
}

type Kind = readonly [isIt: (head: string) => boolean, name: string]

const starts =
  (...signatures: readonly string[]) =>
  (head: string): boolean =>
    signatures.some((signature) => head.startsWith(signature))

/** Signatures from the specifications: RIFF and RF64, ISO 14496-12, RFC 3533, RFC 9559, RFC 9639, ID3v2 and ISO 11172-3. */
const CONTAINERS: readonly Kind[] = [
  [(head) => starts('RIFF', 'RF64')(head) && head.startsWith('WAVE', 8), 'wav'],
  [(head) => starts('ftyp', 'moov', 'mdat', 'wide', 'free', 'skip')(head.slice(4)), 'mov'],
  [starts('OggS'), 'ogg'],
  [starts('\x1aE\xdf\xa3'), 'matroska'],
  [starts('fLaC'), 'flac'],
  // A frame header has eleven bits set, then a version and a layer that are not reserved (00 is the layer of ADTS).
  [(head) => starts('ID3')(head) || /^\xff[\xe2-\xe7\xf2-\xf7\xfa-\xff]/.test(head), 'mp3'],
]

const OTHERS: readonly Kind[] = [
  [starts('PK'), 'a zip archive'],
  [starts('\x1f\x8b'), 'a gzip archive'],
  [starts('#EXTM3U', '[playlist]', 'ffconcat'), 'a playlist'],
  [starts('%PDF'), 'a PDF'],
  [starts('\x89PNG', '\xff\xd8\xff', 'GIF8'), 'a picture'],
]
