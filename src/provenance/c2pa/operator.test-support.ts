import { KeyObject, webcrypto } from 'node:crypto'
import 'reflect-metadata'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4'
const TEN_YEARS_MS = 3650 * 86_400_000

interface Party {
  readonly certificate: X509Certificate
  readonly keys: webcrypto.CryptoKeyPair
}

/** A root, an intermediate authority and a leaf as an operator's own authority would make them. */
export async function makeOperatorChain(): Promise<{
  readonly keyPem: string
  readonly chainPem: string
  readonly root: Uint8Array
}> {
  const root = await issued('root')
  const middle = await issued('middle', root)
  const leaf = await issued('leaf', middle)
  const pem = ({ certificate }: Party): string => `${certificate.toString('pem')}\n`
  const key = KeyObject.from(leaf.keys.privateKey).export({ type: 'pkcs8', format: 'pem' })
  return {
    keyPem: key.toString(),
    chainPem: pem(leaf) + pem(middle) + pem(root),
    root: Buffer.from(root.certificate.rawData),
  }
}

/** The certificate of one of them; without an issuer it issues itself. */
async function issued(name: 'root' | 'middle' | 'leaf', by?: Party): Promise<Party> {
  const keys = await webcrypto.subtle.generateKey(ES256, true, ['sign', 'verify'])
  const isAuthority = name !== 'leaf'
  const usage = isAuthority ? KeyUsageFlags.keyCertSign : KeyUsageFlags.digitalSignature
  const subject = [{ CN: [name] }, { O: ['Operator'] }]
  const issuer = by ?? { certificate: undefined, keys }
  const certificate = await X509CertificateGenerator.create({
    subject,
    issuer: by?.certificate.subject ?? subject,
    publicKey: keys.publicKey,
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: ES256,
    notBefore: new Date(),
    notAfter: new Date(Date.now() + TEN_YEARS_MS),
    extensions: [
      new BasicConstraintsExtension(isAuthority, undefined, true),
      new KeyUsagesExtension(usage, true),
      ...(isAuthority ? [] : [new ExtendedKeyUsageExtension([EMAIL_PROTECTION])]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer.keys.publicKey),
    ],
  })
  return { certificate, keys }
}
