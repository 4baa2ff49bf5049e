import { spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import 'reflect-metadata'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate as ReadableCertificate,
  SubjectKeyIdentifierExtension,
} from '@peculiar/x509'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createKeyStore,
  type KeyEncryption,
  type KeyStore,
  keyFiles,
  knownRoots,
} from './key-store.ts'
import { makeOperatorChain } from './operator.test-support.ts'
import { operatorKey, readOperatorKey } from './operator-key.ts'
import { tone } from './samples.test-support.ts'
import { NOW, newKey, signedBytes, verdictOf } from './signing.test-support.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'griot-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function store(protection?: KeyEncryption): KeyStore {
  const issuer = { name: 'Griot (this computer)', organisation: 'Griot' }
  return createKeyStore({ folder, issuer, encryption: protection, now: () => NOW })
}

/** Parses a certificate with all its extensions. */
const readable = ({ raw }: X509Certificate): ReadableCertificate => new ReadableCertificate(raw)

describe('the signing key of an installation', () => {
  it('is made once, readable by its owner alone, and nothing else is left in the folder', async () => {
    const first = await store().load()
    const second = await store().load()
    expect(second.chain).toEqual(first.chain)
    expect(readdirSync(folder)).toEqual(['signing-key.pem'])
    expect(statSync(join(folder, 'signing-key.pem')).mode & 0o777).toBe(0o600)
  })

  it('is one key even when two processes start at once', async () => {
    const code = `
      import { createKeyStore } from ${JSON.stringify(join(import.meta.dirname, 'key-store.ts'))}
      const issuer = { name: 'A', organisation: 'B' }
      const store = createKeyStore({ folder: ${JSON.stringify(folder)}, issuer, protection: undefined, now: () => new Date() })
      const { chain } = await store.load()
      process.stdout.write(Buffer.from(chain[0]).toString('hex'))`
    const outputs = await Promise.all(
      Array.from({ length: 4 }, () => outputOf(['--input-type=module', '-e', code])),
    )
    expect(new Set(outputs).size).toBe(1)
    expect(outputs[0]?.length).toBeGreaterThan(400)
    expect(readdirSync(folder)).toEqual(['signing-key.pem'])
  })

  it('has the certificate that C2PA asks for, for twenty years, from a root that issues nothing more', async () => {
    const { chain, root } = await store().load()
    const leaf = new X509Certificate(chain[0] ?? Buffer.alloc(0))
    const authority = new X509Certificate(root)
    expect(leaf.subject).toBe('CN=Griot (this computer)\nO=Griot')
    // C2PA's own purpose, and e-mail protection. That openssl reads the same is shown in e2e/oracles/certificates.test.ts.
    expect(leaf.keyUsage).toEqual(['1.3.6.1.4.1.62558.2.1', '1.3.6.1.5.5.7.3.4'])
    expect([leaf.ca, authority.ca]).toEqual([false, true])
    const usage = readable(leaf).getExtension(KeyUsagesExtension)
    expect(usage).toMatchObject({ critical: true, usages: KeyUsageFlags.digitalSignature })
    const limits = readable(authority).getExtension(BasicConstraintsExtension)
    expect(limits).toMatchObject({ critical: true, ca: true, pathLength: 0 })
    const issuedBy = readable(leaf).getExtension(AuthorityKeyIdentifierExtension)?.keyId
    const issuer = readable(authority).getExtension(SubjectKeyIdentifierExtension)?.keyId
    expect([issuedBy, issuedBy?.length]).toEqual([issuer, 40])
    expect(readable(leaf).getExtension(SubjectKeyIdentifierExtension)?.keyId).toHaveLength(40)
    expect(leaf.validFromDate).toEqual(new Date('2026-11-20T09:00:00Z'))
    expect(leaf.validToDate).toEqual(new Date('2046-11-20T10:00:00Z'))
    expect(leaf.verify(authority.publicKey)).toBe(true)
  })

  it('can be changed, and what was signed before stays "made here"', async () => {
    const old = await store().load()
    const bytes = await signedBytes(tone('wav', ''), old)
    const fresh = await store().rotate()
    expect(fresh.chain).not.toEqual(old.chain)
    expect((await store().load()).chain).toEqual(fresh.chain)
    const ownRoots = await store().roots()
    expect(ownRoots).toHaveLength(2)
    expect((await verdictOf(bytes, { ownRoots })).kind).toBe('made-here')
    await store().rotate()
    expect(await store().roots()).toHaveLength(3)
  })

  const turned = (text: Buffer): Buffer => Buffer.from(text.map((byte) => byte ^ 0x5a))
  const protection: KeyEncryption = {
    encrypt: async (plain) => turned(Buffer.from(plain)),
    decrypt: async (encrypted) => turned(Buffer.from(encrypted)).toString(),
  }

  it('is encrypted on the disk where the desktop can encrypt it', async () => {
    const made = await store(protection).load()
    expect((await store(protection).load()).chain).toEqual(made.chain)
    const text = readFileSync(join(folder, 'sealed-signing-key.pem'), 'utf8')
    expect(text).toContain('BEGIN SEALED PRIVATE KEY')
    expect(text).not.toContain('BEGIN PRIVATE KEY')
    expect(statSync(join(folder, 'sealed-signing-key.pem')).mode & 0o777).toBe(0o600)
  })

  it('is another one for the command line than the encrypted one of the desktop, and both are known as made here', async () => {
    const desktop = await store(protection).load()
    const plain = await store().load()
    expect(plain.chain).not.toEqual(desktop.chain)
    for (const key of [desktop, plain]) {
      const bytes = await signedBytes(tone('wav', ''), key)
      for (const ownRoots of [await store().roots(), await store(protection).roots()])
        expect((await verdictOf(bytes, { ownRoots })).kind).toBe('made-here')
    }
  })

  it('can be looked at without being made', async () => {
    expect(await keyFiles(folder)).toEqual([])
    expect(await knownRoots(folder)).toEqual([])
    expect(readdirSync(folder)).toEqual([])
    const { chain, root } = await store().load()
    const [key] = await keyFiles(folder)
    expect(key).toEqual({ path: expect.any(String), isEncrypted: false, leaf: chain[0], root })
  })

  it('that the desktop can no longer open is named in words', async () => {
    await store(protection).load()
    const locked: KeyEncryption = {
      ...protection,
      decrypt: () => Promise.reject(new Error('locked')),
    }
    await expect(store(locked).load()).rejects.toMatchObject({ code: 'sign/key' })
  })

  it('is never in an error', async () => {
    await store().load()
    const path = join(folder, 'signing-key.pem')
    const text = readFileSync(path, 'utf8')
    chmodSync(path, 0o600)
    const secret = text.split('\n')[1] ?? ''
    writeFileSync(path, text.replace(secret, `${secret.slice(0, -4)}####`))
    const error: unknown = await store()
      .load()
      .catch((caught) => caught)
    expect(error).toMatchObject({ code: 'sign/key' })
    expect(error).not.toHaveProperty('cause')
    expect(JSON.stringify(error) + String(error)).not.toContain(secret.slice(0, 20))
  })
})

describe("an operator's own key", () => {
  it('signs with its chain, without the root, and is known by the root', async () => {
    const { keyPem, chainPem, root } = await makeOperatorChain()
    const key = operatorKey(keyPem, chainPem, new Date())
    expect(key.chain).toHaveLength(2)
    const bytes = await signedBytes(tone('wav', ''), { ...key, root })
    expect((await verdictOf(bytes, { trusted: [root], now: new Date() })).kind).toBe('known-signer')
    expect((await verdictOf(bytes, { now: new Date() })).kind).toBe('unknown-signer')
  })

  it('is refused in words when it does not fit', async () => {
    const { keyPem, chainPem } = await makeOperatorChain()
    const other = await makeOperatorChain()
    const own = await newKey()
    const root = new X509Certificate(own.root).toString()
    const later = new Date('2060-01-01T00:00:00Z')
    const [withoutMiddle = ''] = chainPem.split(/(?<=END CERTIFICATE-----\n)/)
    const [, middleOfOther = ''] = other.chainPem.split(/(?<=END CERTIFICATE-----\n)/)
    const cases: [() => unknown, string][] = [
      [() => operatorKey('nothing', chainPem, NOW), 'cannot be read'],
      [() => operatorKey(other.keyPem, chainPem, new Date()), 'another key'],
      [() => operatorKey(keyPem, root, NOW), 'no certificate but a root'],
      [() => operatorKey(keyPem, chainPem, later), 'not valid today'],
      [() => operatorKey(keyPem, withoutMiddle + middleOfOther, new Date()), 'not in order'],
    ]
    for (const [load, words] of cases) {
      expect(load).toThrow(expect.objectContaining({ code: 'sign/key' }))
      expect(load).toThrow(words)
    }
  })
})

describe("the files of an operator's own key", () => {
  async function files(): Promise<{ keyFile: string; chainFile: string; keyPem: string }> {
    const { keyPem, chainPem } = await makeOperatorChain()
    const [keyFile, chainFile] = [join(folder, 'kọ́kọ́rọ́.pem'), join(folder, 'chain.pem')]
    writeFileSync(keyFile, keyPem, { mode: 0o600 })
    writeFileSync(chainFile, chainPem)
    // Whatever this system takes away from new files.
    chmodSync(chainFile, 0o644)
    return { keyFile, chainFile, keyPem }
  }

  it('are read where both are named, and nothing is read where none is', async () => {
    const { keyFile, chainFile } = await files()
    expect(readOperatorKey({ keyFile, chainFile }, new Date())?.chain).toHaveLength(2)
    chmodSync(keyFile, 0o640)
    expect(readOperatorKey({ keyFile, chainFile }, new Date())?.chain).toHaveLength(2)
    const none = { keyFile: undefined, chainFile: undefined }
    expect(readOperatorKey(none, new Date())).toBeUndefined()
  })

  it('are refused with what to do where one is missing, unreadable or open to everybody', async () => {
    const { keyFile, chainFile, keyPem } = await files()
    const read = (given: Parameters<typeof readOperatorKey>[0]) => () =>
      readOperatorKey(given, new Date())
    expect(read({ keyFile, chainFile: undefined })).toThrow('GRIOT_SIGNING_CHAIN_FILE')
    expect(read({ keyFile: undefined, chainFile })).toThrow('--signing-key-file')
    expect(read({ keyFile: join(folder, 'none.pem'), chainFile })).toThrow('none.pem')
    expect(read({ keyFile, chainFile: folder })).toThrow('cannot be read')
    expect(read({ keyFile: chainFile, chainFile: keyFile })).toThrow('chmod o=')
    chmodSync(keyFile, 0o644)
    expect(read({ keyFile, chainFile })).toThrow('chmod o=')
    chmodSync(keyFile, 0o600)
    writeFileSync(keyFile, keyPem.replace('PRIVATE', 'SECRET'))
    expect(read({ keyFile, chainFile })).toThrow('has to be PEM')
  })
})

function outputOf(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
    })
    child.once('error', reject)
    child.once('close', () => resolve(text))
  })
}
