import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A root, an intermediate authority and a leaf as an operator's own authority would make them, by openssl. */
export async function makeOperatorChain(): Promise<{
  readonly keyPem: string
  readonly chainPem: string
  readonly root: Uint8Array
}> {
  const folder = mkdtempSync(join(tmpdir(), 'griot-chain-'))
  const file = (name: string): string => join(folder, name)
  const openssl = (command: string): Buffer =>
    execFileSync('openssl', command.split(' '), {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  const authority =
    'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\nsubjectKeyIdentifier=hash\n'
  const signer =
    'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=emailProtection\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n'
  try {
    writeFileSync(file('ca.ext'), authority)
    writeFileSync(file('leaf.ext'), signer)
    for (const name of ['root', 'middle', 'leaf']) {
      openssl(`genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out ${name}.key`)
      openssl(`req -new -key ${name}.key -subj /CN=${name}/O=Operator -out ${name}.csr`)
    }
    openssl('x509 -req -in root.csr -signkey root.key -days 3650 -extfile ca.ext -out root.pem')
    openssl(
      'x509 -req -in middle.csr -CA root.pem -CAkey root.key -CAcreateserial -days 3650 -extfile ca.ext -out middle.pem',
    )
    openssl(
      'x509 -req -in leaf.csr -CA middle.pem -CAkey middle.key -CAcreateserial -days 3650 -extfile leaf.ext -out leaf.pem',
    )
    const text = (name: string): string => readFileSync(file(name), 'utf8')
    const chainPem = text('leaf.pem') + text('middle.pem') + text('root.pem')
    return { keyPem: text('leaf.key'), chainPem, root: new X509Certificate(text('root.pem')).raw }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
