import { generateKeyPairSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { runGriotHere, startGriot } from '#cli/griot.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { fullTest } from '#testing/tier.test-support.ts'

const home = folderForTests('griot kọ́kọ́rọ́')
const griot = (args: readonly string[]) => runGriotHere(home, args)

const guestFrom = (url: string, token: string): Promise<Response> =>
  fetch(`${url}/v1/guest-tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })

test('a key is made, counts at once at a server that runs, is listed, and is refused once it is revoked', async () => {
  const fresh = join(home, 'fresh')
  const griot = (args: readonly string[]) => runGriotHere(fresh, args)
  const serve = ['serve', '--port', '0', '--rate-limit', '4', '--log-level', 'warn']
  const server = startGriot(fresh, serve)
  const url = await server.address()
  const made = await griot([
    ...['keys', 'create', '--name', 'Rédíò', '--scope', 'speak, ADMIN', '--scope', 'text'],
    ...['--days', '30'],
  ])
  expect([made.code, made.out]).toEqual([0, expect.stringMatching(/^griot_[\w-]{43}\n$/)])
  expect(made.err).toMatch(/^Key 2 for owner: speak, text, admin, until .*shown this once/)
  const token = made.out.trim()
  expect((await guestFrom(url, token)).status).toBe(201)
  const listed = JSON.parse((await griot(['keys', 'list', '--json'])).out)
  expect(listed[1]).toMatchObject({
    ...{ id: 2, name: 'Rédíò', account: 'owner', scopes: ['speak', 'text', 'admin'] },
    start: token.slice(0, 10),
  })
  expect(JSON.stringify(listed)).not.toContain(token)
  expect((await griot(['keys', 'revoke', '2'])).out).toMatch(/^2\tRédíò\towner\t.*\trevoked 20/)
  const refused = await guestFrom(url, token)
  expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
    401,
    expect.stringContaining('revoked'),
  ])
  const second = (await griot(['keys', 'create', '--name', 'b', '--scope', 'admin'])).out.trim()
  const statuses = []
  for (let i = 0; i < 5; i++) statuses.push((await guestFrom(url, second)).status)
  expect(statuses).toEqual([201, 201, 201, 201, 429])
  expect(await server.end()).toBe(0)
  const log = await readFile(join(fresh, 'data', 'logs', 'requests.log'), 'utf8')
  const logged = log.trimEnd().split('\n')
  expect(logged.map((line) => JSON.parse(line).status)).toEqual([401, 429])
})

test('a guest token comes alone on standard output, and a key without scopes may do all but manage tokens', async () => {
  const guest = await griot(['keys', 'guest', '--ttl', '60'])
  expect([guest.code, guest.out]).toEqual([0, expect.stringMatching(/^griot_guest_[\w-]{43}\n$/)])
  const made = JSON.parse((await griot(['keys', 'create', '--name', 'all', '--json'])).out)
  expect(made.scopes).toEqual(['speak', 'voices', 'files', 'text'])
  const hers = ['keys', 'create', '--name', 'x', '--account', 'Àdùkẹ́', '--json']
  expect(JSON.parse((await griot(hers)).out).account).toBe('Àdùkẹ́'.normalize('NFC'))
})

test('who revokes the last key that manages keys is told what follows', async () => {
  const other = join(home, 'other')
  const made = await runGriotHere(other, ['keys', 'create', '--name', 'only', '--scope', 'admin'])
  expect(made.code).toBe(0)
  const revoked = await runGriotHere(other, ['keys', 'revoke', '1'])
  expect([revoked.code, revoked.err]).toEqual([0, expect.stringContaining('last key of the owner')])
})

test.each([
  [['keys'], 2, 'create | list | revoke | revoke-jwt | guest'],
  [['keys', 'make'], 2, 'create | list | revoke | revoke-jwt | guest'],
  [['keys', 'create'], 2, '--name'],
  [['keys', 'create', '--name', 'x', 'radio'], 2, 'options only'],
  [['keys', 'create', '--name', 'x', '--scope', 'fly'], 2, 'speak, voices, files, text, admin'],
  [['keys', 'create', '--name', 'x', '--scope', ','], 1, 'at least one scope'],
  [['keys', 'create', '--name', 'x', '--days', 'ten'], 2, 'whole number'],
  [['keys', 'create', '--name', 'x', '--days', '0'], 1, '1 to 3,650'],
  [['keys', 'create', '--name', ' '], 1, 'needs a name'],
  [['keys', 'create', '--name', 'x', '--account', 'a\tb'], 1, 'control characters'],
  [['keys', 'create', '--name', 'x', '--ttl', '5'], 2, 'no --ttl'],
  [['keys', 'list', '--name', 'x'], 2, 'no --name'],
  [['keys', 'revoke'], 2, 'griot keys list'],
  [['keys', 'revoke', 'first key'], 2, 'is not the number of a token'],
  [['keys', 'revoke', '999'], 1, 'no key with the number 999'],
  [['keys', 'guest', '--ttl', '0'], 1, '1 to 86,400'],
  [['serve', '--rate-limit', '0'], 2, 'requests a minute'],
  [['serve', '--rate-limit', '-3'], 2, 'rate-limit'],
  [['serve', '--log-level', 'loud'], 2, 'silent, error, warn, info, debug'],
  [['serve', '--port', '0', '--jwt-issuer', 'https://id.example'], 1, 'also need the algorithm'],
])('%j is refused with exit code %i and what to do', async (args, code, words) => {
  const refused = await griot(args)
  expect([refused.code, refused.out]).toEqual([code, ''])
  expect(refused.err).toContain(words)
})

fullTest(
  'a server that was told of a JWT issuer, half by options and half by its environment, lets its tokens in',
  async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const file = join(home, 'àkọlé.pem')
    await writeFile(file, publicKey.export({ type: 'spki', format: 'pem' }))
    const server = startGriot(
      home,
      ['serve', '--port', '0', '--jwt-algorithm', 'ES256', '--jwt-key-file', file],
      {
        GRIOT_JWT_ISSUER: 'https://id.example/',
        GRIOT_JWT_AUDIENCE: 'griot',
        GRIOT_LOG_LEVEL: 'error',
      },
    )
    const url = await server.address()
    const token = await new SignJWT({ scope: 'admin' })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer('https://id.example/')
      .setAudience('griot')
      .setSubject('Ngọzi')
      .setExpirationTime('5m')
      .sign(privateKey)
    expect((await guestFrom(url, token)).status).toBe(201)
    expect((await guestFrom(url, `${token.slice(0, -6)}AAAAAA`)).status).toBe(401)
    expect(await server.end()).toBe(0)
    const { out } = await griot(['keys', 'list'])
    expect(out).toContain('guest\tNgọzi\tspeak text')
  },
)
