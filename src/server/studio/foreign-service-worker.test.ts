import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { send } from '#server/client.test-support.ts'
import { openToneApp } from '#server/tone-app.test-support.ts'
import { serveTone } from '#server/tone-server.test-support.ts'

const tone = openToneApp()
const studioDir = join(tone.folder, 'studio')
mkdirSync(join(studioDir, 'assets'), { recursive: true })
writeFileSync(
  join(studioDir, 'index.html'),
  '<!doctype html><script type="module" src="./assets/app.js"></script>',
)
writeFileSync(join(studioDir, 'assets', 'app.js'), 'export const griot = 1')
const server = await serveTone(tone, { studioDir })
afterAll(async () => {
  await server.close()
  await tone.close()
})

test('a browser that asks for a service worker, under whatever name, gets one that goes away', async () => {
  const { port } = new URL(server.url)
  for (const path of ['/', '/sw.js', '/a/b.js?c', '/assets/app.js', '/v1/voices', '/studio/socket'])
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `other.localhost:${port}`]) {
      const headers = { 'service-worker': 'script', host }
      const { status, headers: shown, text } = await send(`${server.url}${path}`, { headers })
      expect([path, status, shown['content-type']]).toEqual([
        path,
        200,
        'text/javascript; charset=utf-8',
      ])
      expect(shown).toMatchObject({
        'cache-control': 'no-store',
        'service-worker-allowed': '/',
        'clear-site-data': '"cache"',
      })
      expect(text).toContain('registration.unregister()')
    }
  expect((await send(`${server.url}/sw.js`)).status).toBe(404)
})

test('nothing that another program has left in the cache of a browser is taken for a part of the studio', async () => {
  const page = await send(`${server.url}/`)
  const [path = ''] = /(?<=src="\.)[^"]+/.exec(page.text) ?? []
  expect(path).toMatch(/^\/start\/[\w-]{12}\/assets\/app\.js$/)
  expect((await send(`${server.url}${path}`)).text).toBe('export const griot = 1')
  // With no ETag and no date there is none that a cached page of others could have too.
  for (const at of ['/', '/index.html']) {
    const { headers } = await send(`${server.url}${at}`)
    expect([headers.etag, headers['last-modified']]).toEqual([undefined, undefined])
    const conditional = { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() }
    expect((await send(`${server.url}${at}`, { headers: conditional })).status).toBe(200)
  }
  const other = await serveTone(tone, { studioDir })
  expect((await send(`${other.url}/`)).text).not.toContain(path)
  // A page that was open before the start finds the files that it has not loaded yet.
  expect((await send(`${other.url}${path}`)).text).toBe('export const griot = 1')
  await other.close()
})
