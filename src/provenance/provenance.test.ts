import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ProvenanceSettings } from '#shared/provenance.ts'
import {
  PLANNED,
  registerToneEngines,
} from '#speech/engines/tone-for-tests/engines.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { makeOperatorChain } from './c2pa/operator.test-support.ts'
import { never, newKey, signedBytes } from './c2pa/signing.test-support.ts'
import { type OpenProvenance, openProvenance } from './open-provenance.ts'
import { signingContextOf } from './signing-context.ts'
import { pemOf } from './signing-keys.ts'

const folder = folderForTests('griot ìwé ẹ̀rí')
let provenance: OpenProvenance
beforeAll(() => {
  provenance = openProvenance({ home: folder, version: '0.1.0' })
})
afterAll(() => provenance.close())
beforeEach(async () => {
  await provenance.settings.change(UNDECIDED)
})

const UNDECIDED: ProvenanceSettings = {
  issuerName: '',
  organisation: '',
  flac: 'embed',
  author: '',
  namesClonedVoices: false,
}

/** A wav of a tenth of a second of silence. */
function quiet(): Buffer {
  const sound = Buffer.alloc(44 + 4_800)
  sound.write('RIFF', 0, 'latin1')
  sound.writeUInt32LE(sound.length - 8, 4)
  sound.write('WAVEfmt ', 8, 'latin1')
  for (const [at, value] of [
    [16, 16],
    [24, 24_000],
    [28, 48_000],
    [40, 4_800],
  ] as const)
    sound.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    sound.writeUInt16LE(value, at)
  sound.write('data', 36, 'latin1')
  return sound
}

function written(name: string, bytes: Uint8Array = quiet()): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

const order = { requestId: 'a request', account: 'owner', spoken: [{ voice: 'lina' }] }

async function signed(name: string, more: object = {}) {
  const path = written(name)
  await provenance.signFile(
    path,
    'wav',
    await provenance.signingContextOf({ ...order, ...more }),
    never,
  )
  return { path, verdict: await provenance.verifyFile(path, undefined, never) }
}

describe('what a finished file says', () => {
  test('is what was typed and decided, and nothing where nothing was', async () => {
    const { verdict } = await signed('bare.wav')
    expect(verdict.facts).toMatchObject({ voice: 'Lina', language: 'en', requestId: 'a request' })
    for (const name of ['title', 'author', 'trainingMining'] as const)
      expect(verdict.facts?.[name]).toBeUndefined()
    const wanted = { ...UNDECIDED, author: 'Adébáyọ̀ Ọlá', trainingMining: 'notAllowed' } as const
    expect(await provenance.settings.change(wanted)).toEqual(wanted)
    const { facts } = (await signed('said.wav', { title: 'Ìtàn ìjàpá' })).verdict
    expect(facts).toMatchObject({
      ...{ title: 'Ìtàn ìjàpá', author: 'Adébáyọ̀ Ọlá', trainingMining: 'notAllowed' },
    })
  })

  test('names every voice and language that is heard, once', async () => {
    const spoken = [
      { voice: 'Sade', language: 'yo-NG' },
      { voice: 'lina' },
      { voice: 'sade', language: 'en' },
    ]
    const { facts } = (await signed('two.wav', { spoken })).verdict
    expect(facts).toMatchObject({ voice: 'Sade, Lina', language: 'yo, en', voiceKind: 'built-in' })
  })

  test('names a cloned voice only where the owner wants it named', async () => {
    const cloned = { kind: 'cloned', name: 'Ohùn Bàbá', consentRecord: 'voice_1' } as const
    const making = {
      requestId: 'cloned',
      account: 'owner',
      language: 'yo',
      engine: 'Griot flite 2.3',
      voice: cloned,
    }
    const stated = async (): Promise<object | undefined> => {
      const path = written('cloned.wav')
      await provenance.signFile(path, 'wav', making, never)
      expect(readFileSync(path).includes('Ohùn Bàbá')).toBe(
        provenance.settings.get().namesClonedVoices,
      )
      return (await provenance.verifyFile(path, undefined, never)).facts
    }
    expect(await stated()).toMatchObject({ voiceKind: 'cloned', consentRecord: 'voice_1' })
    expect((await provenance.record('cloned', 'owner')).voice).toBe('voice_1')
    await provenance.settings.change({ ...UNDECIDED, namesClonedVoices: true })
    expect(await stated()).toMatchObject({ voice: 'Ohùn Bàbá', consentRecord: 'voice_1' })
  })

  test('names the consent to every cloned voice that is heard, the language it speaks, and the engine of each voice', async () => {
    onTestFinished(registerToneEngines())
    const id = `voice_${'0a'.repeat(16)}`
    const ownVoice = { name: 'Ohùn Bàbá', spokenLanguage: 'yo', engine: PLANNED.id } as const
    const find = (account: string, voice: string) =>
      account === 'owner' && voice === id ? ownVoice : undefined
    const spoken = [{ voice: id.toUpperCase() }, { voice: 'LINA' }]
    expect(await signingContextOf({ ...order, spoken }, find)).toMatchObject({
      voice: { kind: 'cloned', name: 'Ohùn Bàbá, Lina', consentRecord: id },
      language: 'yo, en',
      engine: `${PLANNED.label}, Griot flite 2.3`,
    })
  })

  test('is shown beforehand, line by line', async () => {
    await provenance.settings.change({ ...UNDECIDED, author: 'Adébáyọ̀', trainingMining: 'allowed' })
    const lines = new Map((await provenance.preview()).map(({ name, value }) => [name, value]))
    const { certificate } = (await signed('after.wav')).verdict
    expect(lines.get('Application')).toBe('Griot 0.1.0')
    expect(lines.get('AI-generated')).toBe('yes')
    expect(lines.get('Author')).toBe('Adébáyọ̀')
    expect(lines.get('Training and mining')).toBe('allowed')
    expect(lines.get('Certificate fingerprint (SHA-256)')).toBe(certificate?.sha256)
  })
})

describe('the certificate', () => {
  test('carries the names that were chosen from the next key on, and older files stay "made here"', async () => {
    const { path } = await signed('before.wav')
    const before = await provenance.certificate()
    expect(before.subject).toContain('Griot (this computer)')
    await provenance.settings.change({ ...UNDECIDED, issuerName: 'Ilé-iṣẹ́ Wa', organisation: 'Wa' })
    expect((await provenance.certificate()).sha256).toBe(before.sha256)
    const { sha256, pem } = await provenance.rotate()
    expect(sha256).not.toBe(before.sha256)
    expect(pem).toContain('BEGIN CERTIFICATE')
    expect(pem).not.toContain('PRIVATE')
    const { certificate } = (await signed('later.wav')).verdict
    expect(certificate?.subject).toBe('CN=Ilé-iṣẹ́ Wa, O=Wa')
    expect((await provenance.verifyFile(path, undefined, never)).kind).toBe('made-here')
  })

  test('of another signer counts from the moment it is imported until it is removed', async () => {
    const key = await newKey(new Date(), 'Radio Èkó')
    const path = written('theirs.wav', await signedBytes(quiet(), key))
    const verdict = async () => (await provenance.verifyFile(path, undefined, never)).kind
    expect(await verdict()).toBe('unknown-signer')
    await provenance.trusted.add(pemOf(key.root))
    await provenance.trusted.add(pemOf(key.root))
    const [imported, ...others] = await provenance.trusted.list()
    expect([imported?.subject, others]).toEqual([expect.stringContaining('Radio Èkó'), []])
    expect(await verdict()).toBe('known-signer')
    await provenance.trusted.remove(imported?.id ?? 0)
    expect(await verdict()).toBe('unknown-signer')
  })

  test.each([
    ['', 'no certificate'],
    ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', 'damaged'],
    ['-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n', 'private key'],
  ])('that is none (%j) is refused in words', async (pem, words) => {
    await expect(provenance.trusted.add(pem)).rejects.toThrow(words)
    await expect(provenance.trusted.add(pem)).rejects.toThrow('BEGIN CERTIFICATE')
  })
})

describe("an operator's own key", () => {
  test('signs instead of the one made here, is known when it is gone, and is not made anew', async () => {
    const { keyPem, chainPem } = await makeOperatorChain()
    const keyFile = written('operator.pem', Buffer.from(keyPem))
    chmodSync(keyFile, 0o600)
    const signingKey = { keyFile, chainFile: written('chain.pem', Buffer.from(chainPem)) }
    const operated = openProvenance({ home: folder, version: '0.1.0', signingKey })
    const path = written('operated.wav')
    await operated.signFile(path, 'wav', await operated.signingContextOf(order), never)
    expect((await operated.verifyFile(path, undefined, never)).kind).toBe('made-here')
    await expect(operated.rotate()).rejects.toMatchObject({ code: 'sign/key' })
    await operated.close()
    expect((await provenance.verifyFile(path, undefined, never)).kind).toBe('made-here')
  })

  test('that is not there is named when Griot starts', () => {
    const signingKey = { keyFile: join(folder, 'none.pem'), chainFile: undefined }
    expect(() => openProvenance({ home: folder, version: '0.1.0', signingKey })).toThrow('chain')
  })
})

describe('a file to be signed or checked', () => {
  test('that cannot be read is told apart from one that is faulty', async () => {
    for (const path of [join(folder, 'none.wav'), folder])
      await expect(provenance.verifyFile(path, undefined, never)).rejects.toMatchObject({
        code: 'storage/failed',
        message: expect.stringContaining(path),
      })
    const verdict = await provenance.verifyFile(
      written('odd', Buffer.from('ọ̀rọ̀')),
      undefined,
      never,
    )
    expect(verdict.kind).toBe('cannot-carry')
  })

  test('of a format without a place for a manifest is left as it is', async () => {
    const path = written('raw.pcm')
    const making = await provenance.signingContextOf({ ...order, requestId: 'raw' })
    expect(await provenance.signFile(path, 'pcm_s16le', making, never)).toEqual({})
    expect(readFileSync(path).equals(quiet())).toBe(true)
    await expect(provenance.record('raw', 'owner')).rejects.toThrow('request id')
  })

  test('leaves nothing behind where it cannot be signed', async () => {
    const path = written('text.wav', Buffer.from('no sound'))
    const before = readdirSync(folder).sort()
    const making = await provenance.signingContextOf({ ...order, requestId: 'no sound' })
    await expect(provenance.signFile(path, 'wav', making, never)).rejects.toMatchObject({
      code: 'sign/unsupported',
    })
    expect(readdirSync(folder).sort()).toEqual(before)
    await expect(provenance.record('no sound', 'owner')).rejects.toThrow('request id')
  })
})
