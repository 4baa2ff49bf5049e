import { createSecretKey, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { SCOPES } from '#shared/access.ts'
import { openDatabase } from '#storage/db/database.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import type { Access } from './access.ts'
import { createAccess } from './create-access.ts'

const database = openDatabase(join(folderForTests('griot àṣẹ'), 'griot.db'))
const secret = createSecretKey(Buffer.from('a secret of 32 bytes, at least!!'))
let ms = Date.parse('2026-05-01T12:00:00Z')

/** A node of a service, with these keys in its environment. */
function nodeWith(...extraKeys: readonly string[]): Access {
  return createAccess(database, {
    ...{ now: () => new Date(ms), randomBytes, extraKeys },
    jwt: {
      ...{ algorithm: 'HS256', key: secret, keyId: undefined },
      ...{ issuer: 'https://id.example', audience: 'griot', maxAge: 600 },
    },
    process: createLiveProcess(process.pid),
    onBug: (error) => expect(error).toBeUndefined(),
  })
}

const [one, two] = [nodeWith('', 'ọ̀rọ̀ aṣínà'), nodeWith('another key', 'ọ̀rọ̀ aṣínà')]
const grantOf = async (token: string): Promise<string> =>
  one.grants.of(token, await one.authenticate(token))
const refused = (words: RegExp) => ({
  code: 'access/refused',
  message: expect.stringMatching(words),
})

test('by the grant of a key another node knows its caller, until the key is revoked or has expired', async () => {
  const draft = { account: 'owner', scopes: [...SCOPES] }
  const kept = await one.keys.create({ name: 'kept', ...draft, days: 1 })
  const revoked = await one.keys.create({ name: 'revoked', ...draft })
  const grants = [await grantOf(kept.token), await grantOf(revoked.token)] as const
  expect(grants.join()).not.toContain(kept.token.slice(-20))
  expect(await two.grants.authenticate(grants[0])).toEqual(await two.authenticate(kept.token))
  await one.keys.revoke(revoked.record.id)
  await expect(two.grants.authenticate(grants[1])).rejects.toMatchObject(refused(/revoked/))
  ms += 86_400_000
  await expect(two.grants.authenticate(grants[0])).rejects.toMatchObject(refused(/expired/))
})

test('the grant of a key of the environment counts where that key is set, and shows nothing of it', async () => {
  const grant = await grantOf('ọ̀rọ̀ aṣínà')
  expect(grant).not.toMatch(/aṣínà/)
  expect(await grantOf('ọ̀rọ̀ aṣínà')).not.toBe(grant)
  for (const _ of [1, 2])
    expect(await two.grants.authenticate(grant)).toMatchObject({ tokenId: 'environment 2' })
  const three = nodeWith('another key')
  for (const _ of [1, 2])
    await expect(three.grants.authenticate(grant)).rejects.toMatchObject({
      code: 'access/forbidden',
      message: expect.stringMatching(/not set at this node/),
    })
})

test('the grant of a JWT counts until it ends or is revoked', async () => {
  const token = (jti: string): Promise<string> =>
    new SignJWT({ scope: SCOPES.join(' ') })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('https://id.example')
      .setAudience('griot')
      .setSubject('owner')
      .setJti(jti)
      .setExpirationTime(new Date(ms + 300_000))
      .sign(secret)
  const [kept, revoked] = [await grantOf(await token('kept')), await grantOf(await token('out'))]
  expect(await two.grants.authenticate(kept)).toEqual(await two.authenticate(await token('kept')))
  await one.keys.revokeJwt('out')
  await expect(two.grants.authenticate(revoked)).rejects.toMatchObject(refused(/revoked/))
  ms += 300_000
  await expect(two.grants.authenticate(kept)).rejects.toMatchObject(refused(/expired/))
})
