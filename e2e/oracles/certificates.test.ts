import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createKeyStore } from '#provenance/c2pa/key-store.ts'
import { readOperatorKey } from '#provenance/c2pa/operator-key.ts'
import { tone } from '#provenance/c2pa/samples.test-support.ts'
import { NOW, signedBytes, verdictOf } from '#provenance/c2pa/signing.test-support.ts'

const folder = mkdtempSync(join(tmpdir(), 'griot ìwé ẹ̀rí '))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function openssl(command: string, input = ''): string {
  const options = { cwd: folder, input, stdio: 'pipe' } as const
  return execFileSync('openssl', command.split(' '), options).toString()
}

it('openssl finds everything that C2PA requires in the certificates of an installation', async () => {
  const issuer = { name: 'Griot (this computer)', organisation: 'Griot' }
  const store = createKeyStore({ folder, issuer, encryption: undefined, now: () => NOW })
  const { chain, root } = await store.load()
  const read = (der: Uint8Array): string =>
    openssl('x509 -noout -text', new X509Certificate(der).toString())
  const leaf = read(chain[0] ?? new Uint8Array())
  expect(leaf).toMatch(/X509v3 Key Usage: critical\s+Digital Signature\n/)
  expect(leaf).toMatch(/Extended Key Usage:\s+1\.3\.6\.1\.4\.1\.62558\.2\.1, E-mail Protection\n/)
  expect(leaf).toContain('CA:FALSE')
  expect(leaf).toMatch(/Subject Key Identifier/)
  expect(leaf).toMatch(/Authority Key Identifier/)
  expect(read(root)).toContain('CA:TRUE, pathlen:0')
})

it('a key and a chain made with openssl can sign, and are trusted through their root', async () => {
  const authority =
    'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\nsubjectKeyIdentifier=hash\n'
  const signer =
    'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=emailProtection\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n'
  writeFileSync(join(folder, 'ca.ext'), authority)
  writeFileSync(join(folder, 'leaf.ext'), signer)
  for (const name of ['root', 'middle', 'leaf']) {
    openssl(`genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out ${name}.key`)
    openssl(`req -new -key ${name}.key -subj /CN=${name}/O=Operator -out ${name}.csr`)
  }
  const issue = 'x509 -req -days 3650'
  openssl(`${issue} -in root.csr -signkey root.key -extfile ca.ext -out root.pem`)
  const by = (name: string): string => `-CA ${name}.pem -CAkey ${name}.key -CAcreateserial`
  openssl(`${issue} -in middle.csr ${by('root')} -extfile ca.ext -out middle.pem`)
  openssl(`${issue} -in leaf.csr ${by('middle')} -extfile leaf.ext -out leaf.pem`)
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8')
  const chainFile = join(folder, 'chain.pem')
  writeFileSync(chainFile, text('leaf.pem') + text('middle.pem') + text('root.pem'))
  const root = new X509Certificate(text('root.pem')).raw
  const key = readOperatorKey({ keyFile: join(folder, 'leaf.key'), chainFile }, new Date())
  if (!key) throw new Error('no key was read')
  expect(key.chain).toHaveLength(2)
  const bytes = await signedBytes(tone('wav', ''), { ...key, root })
  expect((await verdictOf(bytes, { trusted: [root], now: new Date() })).kind).toBe('known-signer')
  expect((await verdictOf(bytes, { now: new Date() })).kind).toBe('unknown-signer')
})
