import type { Asset } from '@trustnxt/c2pa-ts/asset'
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf'
import { ManifestStore } from '@trustnxt/c2pa-ts/manifest'

interface Place {
  readonly store: Uint8Array<ArrayBuffer>
  readonly start: number
  readonly length: number
}

function pageOf(bytes: Buffer, at: number): { start: number; length: number; end: number } {
  const start = bytes.lastIndexOf('OggS', at, 'latin1')
  const data = start + 27 + (bytes[start + 26] ?? 0)
  const length = bytes.subarray(start + 27, data).reduce((sum, lacing) => sum + lacing, 0)
  return { start, length, end: data + length }
}

/** A reader of its own, which shares nothing with the product: looks for the letters, not for the structure. */
const PLACES: Readonly<Record<'ogg' | 'webm', (bytes: Buffer) => Place>> = {
  ogg(bytes) {
    const first = pageOf(bytes, bytes.indexOf('\0c2pa', 0, 'latin1'))
    // The mark alone says that a store will come.
    const start =
      first.length > 5
        ? first.start
        : pageOf(bytes, bytes.indexOf('\0c2pa', first.end, 'latin1')).start
    const serial = bytes.readUInt32LE(start + 14)
    const packet: Buffer[] = []
    let at = start
    while (
      bytes.toString('latin1', at, at + 4) === 'OggS' &&
      bytes.readUInt32LE(at + 14) === serial
    ) {
      const segments = bytes[at + 26] ?? 0
      const data = at + 27 + segments
      const length = bytes.subarray(at + 27, data).reduce((sum, lacing) => sum + lacing, 0)
      packet.push(bytes.subarray(data, data + length))
      at = data + length
    }
    return { store: new Uint8Array(Buffer.concat(packet).subarray(5)), start, length: at - start }
  },
  webm(bytes) {
    const data = bytes.indexOf(Buffer.from([0x46, 0x5c]), bytes.indexOf('application/c2pa')) + 2
    // A size of two bytes: 14 bits.
    const length = bytes.readUInt16BE(data) & 0x3fff
    const start = data + 2
    return { store: new Uint8Array(bytes.subarray(start, start + length)), start, length }
  },
}

/** Validates JUMBF, COSE and data hash of a file with `c2pa-ts`. Returns the codes of all failures. */
export async function askSecondImplementation(
  container: 'ogg' | 'webm',
  bytes: Buffer,
): Promise<readonly string[]> {
  const { store, start, length } = PLACES[container](bytes)
  return secondOpinion(bytes, store, { start, length })
}

/** Validates a store at any place of a file. */
export async function secondOpinion(
  bytes: Buffer,
  store: Uint8Array,
  excluded = { start: 0, length: 0 },
): Promise<readonly string[]> {
  const own = new Uint8Array(store)
  const asset: Asset = {
    mimeType: 'application/octet-stream',
    getDataLength: () => bytes.length,
    getDataRange: async (from = 0, count = bytes.length - from) =>
      new Uint8Array(bytes.subarray(from, from + count)),
    getManifestJUMBF: () => own,
    getHashExclusionRange: () => excluded,
    dumpInfo: () => '',
    ensureManifestSpace: async () => undefined,
    writeManifestJUMBF: async () => undefined,
  }
  const manifests = ManifestStore.read(SuperBox.fromBuffer(own))
  const result = await manifests.validate(asset)
  return result.statusEntries.filter(({ success }) => !success).map(({ code }) => code)
}
