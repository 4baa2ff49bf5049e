import { writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { advertisedOf, clusterCaOf, workerTlsOf } from './cluster-options.ts'

const folder = folderForTests('griot ìwé ẹ̀rí')
const [certificate, other] = [join(folder, 'ca.pem'), join(folder, 'other.txt')]
const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
writeFileSync(certificate, PEM)
writeFileSync(other, 'no certificate')
const missing = join(folder, 'missing.pem')

test('a worker is announced by the address that nodes dial, with TLS as wss', () => {
  const at = { port: 7071, isSecure: false }
  expect(advertisedOf(undefined, '127.0.0.1', at)).toBe('ws://127.0.0.1:7071')
  expect(advertisedOf(undefined, '0.0.0.0', at)).toBe(`ws://${hostname()}:7071`)
  const secure = { port: 7071, isSecure: true }
  expect(advertisedOf('worker.internal:443', '0.0.0.0', secure)).toBe('wss://worker.internal:443')
  expect(advertisedOf(undefined, '::1', secure)).toBe('wss://[::1]:7071')
})

test('certificates are read from the option, else from the environment, and what is none is refused in words', () => {
  const variables = { GRIOT_CLUSTER_CA: certificate }
  expect(clusterCaOf(undefined, { variables: {} })).toBeUndefined()
  expect(clusterCaOf(undefined, { variables })).toBe(PEM)
  expect(clusterCaOf(certificate, { variables: {} })).toBe(PEM)
  expect(() => clusterCaOf(other, { variables })).toThrow('no certificate in PEM')
  expect(() => clusterCaOf(missing, { variables })).toThrow('--cluster-ca cannot be read')
  expect(workerTlsOf({})).toBeUndefined()
  expect(workerTlsOf({ tlsCert: certificate, tlsKey: other })).toEqual({
    cert: PEM,
    key: 'no certificate',
  })
  expect(() => workerTlsOf({ tlsCert: certificate })).toThrow('go together')
  expect(() => workerTlsOf({ tlsCert: certificate, tlsKey: missing })).toThrow('cannot be read')
})
