import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { expect, type Page } from 'playwright/test'
import { test } from './fixtures.ts'
import { createLink } from './host.ts'

const firstLine = (page: Page) => page.getByRole('textbox', { name: 'Line 1', exact: true })
const welcome = (page: Page) => page.getByRole('heading', { name: 'Griot is running' })
const thief = (page: Page) => page.getByRole('heading', { name: 'The page of the thief' })

/** What the page of the thief sends to its server: all that it can read, and all that it can make of it. */
interface Loot {
  readonly local: Readonly<Record<string, string>>
  readonly cookies: string
  /** Sessions, without what no page can read. */
  readonly stored: readonly { readonly browser?: string }[]
  /** What the keys were exported to, or why not. */
  readonly exported: readonly string[]
  /** Answers to challenges that the thief has made up. */
  readonly answers: readonly string[]
}

/** Reads all that the page of Griot has stored. Runs in the browser. */
async function steal(): Promise<Loot> {
  const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const stored: { browser?: string; privateKey?: CryptoKey }[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await resultOf(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const values = database.transaction(store).objectStore(store).getAll()
      stored.push(...(await resultOf(values)))
    }
  }
  const exported: string[] = []
  const answers: string[] = []
  for (const { browser = '', privateKey } of stored) {
    if (!privateKey) continue
    for (const format of ['jwk', 'pkcs8', 'raw'] as const)
      exported.push(
        await crypto.subtle.exportKey(format, privateKey).then(
          (key) => JSON.stringify(key),
          () => 'refused',
        ),
      )
    const challenge = 'A'.repeat(86)
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      privateKey,
      new TextEncoder().encode(`griot-browser.${challenge}`),
    )
    const text = btoa(String.fromCharCode(...new Uint8Array(signature)))
    const encoded = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    answers.push(`${browser}.${challenge}.${encoded}`)
  }
  return {
    local: { ...localStorage },
    cookies: document.cookie,
    stored: JSON.parse(JSON.stringify(stored)),
    exported,
    answers,
  }
}

const PAGE = '<!doctype html><title>Thief</title><h1>The page of the thief</h1>'
const WORKER = `
self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(caches.open('stolen').then((cache) => cache.add('/')))
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(caches.match('/'))
})`

interface ThiefServer {
  readonly server: Server
  /** Everything that it was sent. */
  readonly received: string[]
}

/** The server of another user on the port of a Griot that does not run. What it sends, browsers keep for a year. */
async function openThief(url: string): Promise<ThiefServer> {
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`)
    request.on('data', (bytes) => received.push(String(bytes)))
    request.on('end', () => {
      const isWorker = request.url === '/worker.js'
      response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html')
      response.setHeader('cache-control', 'public, max-age=31536000, immutable')
      response.setHeader('etag', '"stolen"')
      response.end(isWorker ? WORKER : PAGE)
    })
  })
  server.on('upgrade', (request, socket) => {
    received.push(`${request.url} ${JSON.stringify(request.headers)}`)
    socket.destroy()
  })
  server.listen(Number(new URL(url).port), '127.0.0.1')
  await once(server, 'listening')
  return { server, received }
}

async function closeThief({ server }: ThiefServer): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

/** Opens the studio, ends the program, and reloads the page when a thief has the port. */
async function reloadAtThief(
  page: Page,
  host: { readonly studioUrl: string; readonly url: string },
  stop: () => Promise<unknown>,
): Promise<ThiefServer> {
  await page.goto(host.studioUrl)
  await expect(firstLine(page)).toBeVisible()
  await stop()
  const thiefServer = await openThief(host.url)
  await page.reload()
  await expect(thief(page)).toBeVisible()
  return thiefServer
}

/** Status with which the studio answers to a bearer token. */
async function statusWith(url: string, bearer: string): Promise<number> {
  const headers = { origin: url, authorization: `Bearer ${bearer}` }
  return (await fetch(`${url}/studio/session`, { headers })).status
}

test('what the page of a thief on the port of a stopped Griot took opens it from no other browser, and its service worker is gone', async ({
  page,
  browser,
  ownHost: host,
  stop,
  restart,
}) => {
  const thiefServer = await reloadAtThief(page, host, stop)
  const loot = await page.evaluate(steal)
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js')
    await navigator.serviceWorker.ready
  })
  expect(loot.stored).toEqual([expect.objectContaining({ browser: expect.any(String) })])
  expect(loot.exported).toEqual(['refused', 'refused', 'refused'])
  expect(loot.answers).toHaveLength(1)
  expect(loot.cookies).toBe('')
  await page.close()
  await closeThief(thiefServer)

  const { url } = await restart()
  const everything = [...thiefServer.received, JSON.stringify(loot)].join('\n')
  const words = new Set([...loot.answers, ...everything.matchAll(/[\w.-]{20,}/g)].map(String))
  for (const word of words) expect([word, await statusWith(url, word)]).toEqual([word, 401])
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(`${url}/icon.svg`)
  await other.evaluate((local) => {
    for (const [name, value] of Object.entries(local)) localStorage.setItem(name, value)
  }, loot.local)
  await other.goto(url)
  await expect(welcome(other)).toBeVisible()
  await context.close()

  const again = await page.context().newPage()
  await again.goto(url)
  await expect(firstLine(again)).toBeVisible()
  const left = await again.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
  }))
  expect(left).toEqual({ workers: 0, caches: [] })
  await again.goto('about:blank')
  await again.goto(url)
  await expect(firstLine(again)).toBeVisible()
})

test('a page of a thief that lies in the cache of the browser is passed by a new link, and then gone', async ({
  page,
  ownHost: host,
  stop,
  restart,
}) => {
  const thiefServer = await reloadAtThief(page, host, stop)
  await page.goto('about:blank')
  await closeThief(thiefServer)
  const { url } = await restart()
  // Without this line the test would show nothing.
  await page.goto(url)
  await expect(thief(page)).toBeVisible()
  await page.goto(await createLink(host.home))
  await expect(firstLine(page)).toBeVisible()
  await page.goto('about:blank')
  await page.goto(url)
  await expect(firstLine(page)).toBeVisible()
})
