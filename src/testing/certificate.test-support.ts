import { generateKeyPairSync, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]

/** A key and a certificate that vouches for itself, for these host names and IPv4 addresses; valid until 2049. In PEM (RFC 5280). */
export function selfSigned(...hosts: readonly string[]): {
  readonly key: string
  readonly cert: string
} {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid(...ECDSA_WITH_SHA256))
  const name = sequence(tlv(0x31, sequence(oid(0x55, 0x04, 0x03), tlv(0x0c, Buffer.from('Test')))))
  const names = sequence(...hosts.map(alternativeName))
  const toSign = sequence(
    tlv(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(sequence(oid(0x55, 0x1d, 0x11), tlv(0x04, names)))),
  )
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', toSign, privateKey)])
  const certificate = sequence(toSign, algorithm, tlv(0x03, signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

function alternativeName(host: string): Buffer {
  return isIPv4(host)
    ? tlv(0x87, Buffer.from(host.split('.').map(Number)))
    : tlv(0x82, Buffer.from(host))
}

/** One value in DER (X.690): its tag, its length, itself. */
function tlv(tag: number, content: Uint8Array): Buffer {
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return tlv(0x30, Buffer.concat(parts))
}

function integer(value: number): Buffer {
  return tlv(0x02, Buffer.of(value))
}

function oid(...bytes: readonly number[]): Buffer {
  return tlv(0x06, Buffer.from(bytes))
}

function utcTime(time: string): Buffer {
  return tlv(0x17, Buffer.from(time))
}
