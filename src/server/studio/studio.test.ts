import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { send } from '#server/client.test-support.ts'
import { openToneApp } from '#server/tone-app.test-support.ts'
import { serveTone } from '#server/tone-server.test-support.ts'

const tone = openToneApp()
const studioDir = join(tone.folder, 'studio')
mkdirSync(join(studioDir, 'assets'), { recursive: true })
writeFileSync(join(studioDir, 'index.html'), '<!doctype html><title>Griot</title>')
writeFileSync(join(studioDir, 'assets', 'app-1a2b3c.js'), 'export const griot = 1')
writeFileSync(join(tone.folder, 'secret.txt'), 'not for the web')
const server = await serveTone(tone, { studioDir })
afterAll(async () => {
  await server.close()
  await tone.close()
})

test('the page of the studio comes with a strict policy for what may run in it and who may frame it', async () => {
  const page = await send(`${server.url}/`)
  expect([page.status, page.text]).toEqual([200, '<!doctype html><title>Griot</title>'])
  expect(page.headers['content-type']).toMatch(/^text\/html/)
  const script = await send(`${server.url}/assets/app-1a2b3c.js`)
  expect([script.status, script.text]).toEqual([200, 'export const griot = 1'])
  for (const { headers } of [page, script]) {
    const policy = String(headers['content-security-policy']).split('; ')
    // The page's storage is only as safe as the scripts that may run in it.
    expect(policy).toEqual(
      expect.arrayContaining([
        ...["default-src 'none'", "script-src 'self'", "connect-src 'self'"],
        ...["media-src 'self' blob:", "base-uri 'none'", "form-action 'none'"],
        ...["frame-ancestors 'none'", "style-src 'self' 'unsafe-inline'"],
      ]),
    )
    expect(policy.join()).not.toContain('unsafe-eval')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['set-cookie']).toBeUndefined()
  }
  expect(page.headers['cache-control']).toBe('no-cache')
  expect(script.headers['content-type']).toMatch(/javascript/)
  expect(script.headers['cache-control']).toContain('immutable')
})

test('cookies of earlier versions are taken away, of whatever port, and no other', async () => {
  const cookie = 'theme=dark; griot-session-7070=abc; x-griot-session-1=a; griot-session-8080=d=e'
  const { headers } = await send(`${server.url}/`, { headers: { cookie } })
  expect(headers['set-cookie']).toEqual([
    'griot-session-7070=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    'griot-session-8080=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
  ])
})

test('no path leads out of the folder of the studio', async () => {
  for (const path of [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '//secret.txt',
    '/secret.txt',
    '/assets/',
  ]) {
    const answer = await send(`${server.url}${path}`)
    expect([path, answer.status]).toEqual([path, 404])
    expect(answer.text).not.toContain('not for the web')
  }
})

test('pages of other ports and names that lead here get nothing of the studio', async () => {
  const { port } = new URL(server.url)
  for (const path of ['/', '/assets/app-1a2b3c.js', '/studio/session', '/studio/exports/x']) {
    for (const origin of ['http://127.0.0.1:1', 'http://localhost', 'null']) {
      const { status } = await send(`${server.url}${path}`, { headers: { origin } })
      expect([path, origin, status]).toEqual([path, origin, 403])
    }
    const { status } = await send(`${server.url}${path}`, {
      headers: { host: `evil.test:${port}` },
    })
    expect([path, status]).toEqual([path, 403])
  }
})

test('a server without a studio has only the API, and a studio that is not built is said in words', async () => {
  const bare = await serveTone(tone)
  expect((await send(`${bare.url}/`)).status).toBe(404)
  expect((await send(`${bare.url}/studio/socket`)).status).toBe(404)
  expect(() => bare.studioLink()).toThrow('without a studio')
  await bare.close()
  await expect(serveTone(tone, { studioDir: tone.folder })).rejects.toThrow('npm run build')
})
