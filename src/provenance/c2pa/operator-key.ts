import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { AppError } from '#shared/errors.ts'
import type { SigningKeySettings } from './key-settings.ts'
import { certificatesIn, localSigningKey, type SigningKey } from './signing-key.ts'
import { certificateProfileFault } from './x509.ts'

const NAMES = {
  keyFile: 'the key (GRIOT_SIGNING_KEY_FILE or --signing-key-file)',
  chainFile: 'its certificate chain (GRIOT_SIGNING_CHAIN_FILE or --signing-chain-file)',
} as const
/** Mode bits of users who neither own the file nor are in its group. */
const OTHERS = 0o007

/** Reads and checks the key that the settings name. Undefined where they name none. Throws AppError('sign/key') with the reason. */
export function readOperatorKey(
  { keyFile, chainFile }: SigningKeySettings,
  now: Date,
): SigningKey | undefined {
  if (keyFile === undefined && chainFile === undefined) return undefined
  if (keyFile === undefined) throw unfit(`A signing chain also needs ${NAMES.keyFile}.`)
  if (chainFile === undefined) throw unfit(`A signing key also needs ${NAMES.chainFile}.`)
  checkRights(keyFile)
  return operatorKey(textOf('key', keyFile), textOf('certificate chain', chainFile), now)
}

/** On Windows the mode bits do not tell who may read a file. */
function checkRights(keyFile: string): void {
  const { mode } = reading('key', keyFile, () => statSync(keyFile))
  if (process.platform !== 'win32' && mode & OTHERS)
    throw unfit(
      `Everybody on this computer may use the key file "${keyFile}". Take that right away (chmod o= "${keyFile}"), or make a new key where others may have read it.`,
    )
}

function textOf(what: string, path: string): string {
  return reading(what, path, () => readFileSync(path, 'utf8'))
}

/** System errors name the file and the call, never what is in it. */
function reading<T>(what: string, path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw unfit(`The file of the ${what}, "${path}", cannot be read (${why}).`)
  }
}

/**
 * Makes a signing key of an operator's key (PKCS#8 in PEM) and certificate chain (PEM, the signer's first). Throws
 * AppError('sign/key') with what is wrong; the message never holds the key.
 */
export function operatorKey(keyPem: string, chainPem: string, now: Date): SigningKey {
  const privateKey = parsed('key', () => createPrivateKey(keyPem))
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw unfit('The key is not an elliptic curve key on P-256.')
  const all = parsed('certificate chain', () => certificatesIn(chainPem))
  const chain = all.filter((der) => !isRoot(new X509Certificate(der)))
  const [first] = chain
  if (!first) throw unfit('The certificate chain has no certificate but a root.')
  const certificates = chain.map((der) => new X509Certificate(der))
  if (!certificates[0]?.checkPrivateKey(privateKey))
    throw unfit('The first certificate of the chain belongs to another key.')
  const fault = certificateProfileFault(first)
  if (fault) throw unfit(`The certificate is not made for content credentials: ${fault}.`)
  checkDates(chain, now)
  checkOrder(certificates)
  return localSigningKey(privateKey, chain)
}

/** Throws AppError('sign/key') where a certificate of the chain (DER) is not valid now: it may have run out meanwhile. */
export function checkDates(chain: readonly Uint8Array[], now: Date): void {
  for (const [n, der] of chain.entries()) {
    const { subject, validFromDate: from, validToDate: to } = new X509Certificate(der)
    const name = n === 0 ? 'The certificate' : `The certificate of ${inLine(subject)}`
    if (to < now || from > now)
      throw unfit(
        `${name} is not valid today: it is for ${dayOf(from)} to ${dayOf(to)} (this computer says ${dayOf(now)}).`,
      )
  }
}

function checkOrder(certificates: readonly X509Certificate[]): void {
  for (const [n, certificate] of certificates.entries()) {
    const { subject } = certificate
    const issuer = certificates[n + 1]
    if (issuer && !certificate.checkIssued(issuer))
      throw unfit(
        `The certificate chain is not in order: ${inLine(issuer.subject)} did not issue ${inLine(subject)}.`,
      )
  }
}

const inLine = (subject: string): string => `"${subject.replaceAll('\n', ', ')}"`
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

function isRoot(certificate: X509Certificate): boolean {
  return certificate.checkIssued(certificate) && certificate.ca
}

function parsed<T>(what: string, parse: () => T): T {
  try {
    return parse()
  } catch {
    // The cause stays behind: what a parser says of a key might quote it.
    throw unfit(`The ${what} cannot be read: it has to be PEM, without a passphrase.`)
  }
}

const unfit = (why: string): AppError =>
  new AppError('sign/key', `${why} Set another signing key and certificate chain.`)
