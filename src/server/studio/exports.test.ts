import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { begin, send, signIn } from '#server/client.test-support.ts'
import { openToneApp } from '#server/tone-app.test-support.ts'
import { serveTone } from '#server/tone-server.test-support.ts'

const tone = openToneApp()
const studioDir = join(tone.folder, 'studio')
mkdirSync(studioDir)
writeFileSync(join(studioDir, 'index.html'), '<!doctype html><title>Griot</title>')
const server = await serveTone(tone, { studioDir })
const page = await signIn(server)
let address = ''

beforeAll(async () => {
  // More than what lies between a server and a client that reads nothing.
  address = `${server.url}${await exportOf('one two three four '.repeat(500))}`
})
afterAll(async () => {
  await server.close()
  await tone.close()
})

/** Where the finished export of a line is. */
async function exportOf(text: string): Promise<string> {
  const order = {
    title: 'Ìròyìn "òwúrọ̀" ሰላም',
    lines: [{ id: 'a', text, voice: 'lina', speed: 1 }],
    ...{ formats: ['pcm_s16le' as const], bitrate: '128k' as const, division: 'whole' as const },
    ...{ voices: {}, date: '2026-11-24' },
  }
  const done = Promise.withResolvers<string>()
  const session = tone.app.connect((event, data) => {
    const [file] = event === 'export.done' && 'files' in data ? data.files : []
    if (file?.state === 'done' && file.location.kind === 'download') done.resolve(file.location.url)
    if (event === 'job.failed') done.reject(data)
  })
  await session.handlers['export.start']({ ...order, jobId: crypto.randomUUID() })
  const path = await done.promise
  session.close()
  return path
}

async function ticketFor(as = page): Promise<string> {
  const headers = await as.headers()
  const { status, text } = await send(`${address}/ticket`, { method: 'POST', headers })
  expect(status).toBe(200)
  return `${server.url}${JSON.parse(text).url}`
}

test('an export comes as a download under its own name, whole or in parts, for signed-in browsers only', async () => {
  const whole = await send(address, { headers: await page.headers() })
  expect([whole.status, whole.bytes.length]).toEqual([200, Number(whole.headers['content-length'])])
  const disposition = String(whole.headers['content-disposition'])
  expect(disposition).toMatch(
    /^attachment; filename="[\w .()-]+\.pcm"; filename\*=UTF-8''[\w%.-]+\.pcm$/,
  )
  expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toContain('ሰላም')
  expect(whole.headers['content-security-policy']).toContain('sandbox')
  const part = await send(address, { headers: { ...(await page.headers()), range: 'bytes=0-9' } })
  expect([part.status, part.bytes]).toEqual([206, whole.bytes.subarray(0, 10)])
  expect((await send(address)).status).toBe(401)
  expect((await send(`${address}/ticket`, { method: 'POST' })).status).toBe(401)
  const unknown = `${server.url}/studio/exports/unknown`
  expect((await send(unknown, { headers: await page.headers() })).status).toBe(404)
  expect(
    (await send(`${unknown}/ticket`, { method: 'POST', headers: await page.headers() })).status,
  ).toBe(404)
})

test('a browser downloads at an address that works once, for that export alone', async () => {
  const ticket = await ticketFor()
  expect((await send(ticket, { method: 'HEAD' })).status).toBe(200)
  const other = `${server.url}${await exportOf('one')}?${ticket.split('?')[1]}`
  expect((await send(other)).status).toBe(401)
  const got = await send(ticket)
  expect([got.status, got.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(got.bytes.equals((await send(address, { headers: await page.headers() })).bytes)).toBe(
    true,
  )
  expect((await send(ticket)).status).toBe(401)
  expect((await send(`${address}?ticket=guess`)).status).toBe(401)
})

test('whoever is signed out gets no more of a download that is under way, nor begins one', async () => {
  const as = await signIn(server)
  const mine = (await tone.app.browsers.list())[0]
  const [under, later] = [await ticketFor(as), await ticketFor(as)]
  const response = await begin(under)
  response.pause()
  const { promise, resolve } = Promise.withResolvers<void>()
  response.on('error', () => resolve()).on('close', () => resolve())
  await tone.app.browsers.signOut(Number(mine?.id))
  response.resume()
  await promise
  expect(response.complete).toBe(false)
  expect((await send(later)).status).toBe(401)
  expect((await send(address, { headers: await as.headers() })).status).toBe(401)
})
