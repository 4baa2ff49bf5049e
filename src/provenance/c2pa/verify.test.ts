import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { bytesSource } from './byte-source.ts'
import { cborMap, encodeCbor } from './cbor.ts'
import { CONTAINERS } from './containers/detect.ts'
import { encodeBox, encodeSuperbox } from './jumbf.ts'
import type { ManifestDefinition } from './manifest-definition.ts'
import { askOracle } from './oracle.test-support.ts'
import { id3, id3Frame, tone, toneThroughPipe } from './samples.test-support.ts'
import { secondOpinion } from './second-implementation.test-support.ts'
import { makeSidecar, removeManifest } from './sign.ts'
import {
  DEFINITION,
  flipped,
  NOW,
  never,
  newKey,
  signedBytes,
  signedWithRecord,
  throughFiles,
  verdictOf,
} from './signing.test-support.ts'
import { type InstallationKey, localSigningKey } from './signing-key.ts'
import { verify } from './verify.ts'
import { issueCertificates } from './x509.ts'

let key: InstallationKey
let plain: Buffer
let signed: Buffer
beforeAll(async () => {
  key = await newKey()
  plain = tone('wav', '')
  signed = await signedBytes(plain, key)
})
const own = (): { ownRoots: Uint8Array[] } => ({ ownRoots: [key.root] })

describe('the verdict on a file', () => {
  it('is "made here" with all claims when our own key has signed it', async () => {
    const definition: ManifestDefinition = {
      ...DEFINITION,
      voice: { kind: 'cloned', name: 'Adaeze', consentRecord: 'consent-17' },
      trainingMining: 'notAllowed',
      title: 'Ìwé kíkà',
      author: 'Chidi Okafor',
    }
    const { bytes, signed: record } = await signedWithRecord(plain, key, definition)
    expect(await verdictOf(bytes, own())).toEqual({
      kind: 'made-here',
      placement: 'standard',
      manifestId: record.manifestId,
      certificate: {
        subject: 'CN=Griot (this computer)\nO=Griot',
        sha256: record.certificateSha256,
        notBefore: '2026-11-20T09:00:00.000Z',
        notAfter: '2046-11-20T10:00:00.000Z',
      },
      claims: {
        application: { name: 'Griot', version: '0.1.0' },
        when: '2026-11-20T10:00:00Z',
        aiGenerated: true,
        voice: 'Adaeze',
        voiceKind: 'cloned',
        consentRecord: 'consent-17',
        language: 'en',
        engine: 'flite 2.2',
        requestId: DEFINITION.requestId,
        trainingMining: 'notAllowed',
        title: 'Ìwé kíkà',
        author: 'Chidi Okafor',
      },
    })
    expect((await askOracle('audio/wav', bytes, key.root)).state).toBe('Trusted')
  })

  it('is "known signer" for an imported certificate, of the authority or of the signer itself', async () => {
    expect((await verdictOf(signed, { trusted: [key.root] })).kind).toBe('known-signer')
    const leaf = key.chain[0] ?? Buffer.alloc(0)
    expect((await verdictOf(signed, { trusted: [leaf] })).kind).toBe('known-signer')
  })

  it('is "unknown signer" for a stranger who uses our very name', async () => {
    const stranger = await newKey()
    const forged = await signedBytes(plain, stranger)
    expect((await verdictOf(forged, own())).kind).toBe('unknown-signer')
  })

  it('is "changed", without any claim, when the sound is another', async () => {
    expect(await verdictOf(flipped(signed, 200), own())).toEqual({ kind: 'changed' })
  })

  it('is "changed", too, when the header of the file no longer says what kind of file it is', async () => {
    const webm = await signedBytes(tone('webm', '-c:a libopus', 0.1), key)
    const changed = flipped(webm, webm.indexOf('webm'))
    expect(await verdictOf(changed, own())).toEqual({ kind: 'changed' })
  })

  it('is "damaged" wherever a byte of the manifest is another', async () => {
    const { stores } = await CONTAINERS.wav.parse(bytesSource(signed), never)
    const { start, length } = stores[0]?.exclusion ?? { start: 0, length: 0 }
    for (let at = start + 8; at < start + length; at++)
      for (const bit of [0x01, 0x10]) {
        const { kind } = await verdictOf(flipped(signed, at, bit), own())
        expect({ at, bit, kind }).toMatchObject({ kind: expect.stringMatching(/damaged|not-und/) })
      }
  })

  it('is "damaged" when a file has two manifests, or one with something behind it', async () => {
    const chunk = signed.subarray(plain.length)
    const twice = Buffer.concat([signed, chunk])
    twice.writeUInt32LE(twice.length - 8, 4)
    expect((await verdictOf(twice, own())).kind).toBe('damaged')
    const longer = Buffer.concat([signed, Buffer.alloc(2)])
    longer.writeUInt32LE(longer.length - 8, 4)
    longer.writeUInt32LE(longer.readUInt32LE(plain.length + 4) + 2, plain.length + 4)
    expect((await verdictOf(longer, own())).kind).toBe('damaged')
  })

  it('is "damaged" when the certificate may not sign claims', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const wrong = { ...localSigningKey(privateKey, key.chain), root: key.root }
    expect((await verdictOf(await signedBytes(plain, wrong), own())).kind).toBe('damaged')
    const root = { ...key, chain: [key.root] }
    expect((await verdictOf(await signedBytes(plain, root), own())).kind).toBe('damaged')
  })

  it('is "expired" when the certificate is no longer, or not yet, valid', async () => {
    const later = new Date('2046-11-21T00:00:00Z')
    const earlier = new Date('2026-11-01T00:00:00Z')
    for (const now of [later, earlier])
      expect(await verdictOf(signed, { ...own(), now })).toMatchObject({ kind: 'expired' })
  })

  it('is "nothing" for a file without a manifest', async () => {
    expect(await verdictOf(plain, own())).toEqual({ kind: 'nothing' })
    expect(await verdictOf(plain.subarray(0, 40), own())).toEqual({ kind: 'nothing' })
  })

  it('is "cannot carry" for raw samples and playlists, and "empty" for nothing at all', async () => {
    const playlist = Buffer.from('#EXTM3U\n#EXT-X-VERSION:6\n')
    for (const bytes of [Buffer.alloc(5_000), playlist, Buffer.of(0xff)])
      expect(await verdictOf(bytes, own())).toEqual({ kind: 'cannot-carry' })
    expect(await verdictOf(Buffer.alloc(0), own())).toEqual({ kind: 'empty' })
  })

  it('does not read a manifest that says it is longer than 16 MB', async () => {
    const size = 16 * 1024 * 1024 + 1
    const frame = id3Frame('GEOB', Buffer.from('\0application/c2pa\0\0\0', 'latin1'))
    frame.writeUInt32BE(20 + size, 4)
    const tag = id3(3, 0, frame)
    const length = frame.length + size
    for (let n = 0; n < 4; n++) tag[6 + n] = (length >> (21 - 7 * n)) & 127
    const bytes = {
      size: 10 + length + 400,
      read: async (into: Uint8Array, at: number) => {
        into.fill(0)
        into.set(tag.subarray(at, at + into.length))
        return into.length
      },
    }
    const trust = { ownRoots: [], trusted: [], now: NOW }
    expect(await verify(bytes, trust, never)).toMatchObject({
      kind: 'damaged',
      reason: expect.stringContaining('too long'),
    })
  })

  it('throws the reason of the signal on abort', async () => {
    const trust = { ownRoots: [], trusted: [], now: NOW }
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(verify(bytesSource(signed), trust, signal)).rejects.toThrow('enough')
  })
})

async function sidecarOf(bytes: Uint8Array): Promise<Uint8Array> {
  const { result } = await throughFiles(bytes, async (input, output) => {
    await removeManifest(input, output, never)
    return (await makeSidecar(input, DEFINITION, key, never)).store
  })
  return result
}

describe('a manifest beside a file', () => {
  it('is good for the whole file, whatever manifest is in it, and only for this one', async () => {
    const webm = await signedBytes(toneThroughPipe('webm', '-c:a libopus -live 1'), key)
    const besideWebm = await sidecarOf(webm)
    expect(await secondOpinion(webm, besideWebm)).toEqual([])
    expect((await verdictOf(webm, own(), besideWebm)).kind).toBe('made-here')
    const loose = tone('mp3', '')
    const beside = await sidecarOf(loose)
    const verdict = await verdictOf(loose, own(), beside)
    expect(verdict).toMatchObject({ kind: 'made-here', placement: 'sidecar' })
    expect(await verdictOf(flipped(loose, 500), own(), beside)).toEqual({ kind: 'changed' })
    expect((await verdictOf(Buffer.alloc(9), own(), beside)).kind).toBe('changed')
    expect((await verdictOf(loose, own(), Buffer.from('nonsense'))).kind).toBe('damaged')
  })
})

describe('the manifest of another program', () => {
  it('is not understood, rather than called damaged, when it is bound in another way', async () => {
    const claim = encodeCbor(cborMap({ alg: 'sha256' }))
    const box = encodeBox('cbor', claim)
    const manifest = encodeSuperbox(
      'c2ma',
      'urn:uuid:x',
      encodeSuperbox('c2as', 'c2pa.assertions'),
      encodeSuperbox('c2cl', 'c2pa.claim', box),
    )
    const store = encodeSuperbox('c2pa', 'c2pa', manifest)
    expect((await verdictOf(plain, own(), store)).kind).toBe('not-understood')
  })
})

describe('what is written into a file', () => {
  it('holds neither the time to the millisecond nor a name nobody gave', async () => {
    const { privateKeyPem, leaf, root } = await issueCertificates(
      { name: 'Griot (this computer)', organisation: 'Griot' },
      NOW,
    )
    const fresh = { ...localSigningKey(createPrivateKey(privateKeyPem), [leaf]), root }
    const text = (await signedBytes(plain, fresh)).toString('latin1')
    for (const secret of [process.env['USER'], process.env['HOME'], process.cwd()])
      if (secret && secret.length > 3) expect(text).not.toContain(secret)
    expect(text).not.toContain('PRIVATE KEY')
    expect(text).not.toContain('dc:creator')
  })
})
