import type { FastifyInstance } from 'fastify'

/**
 * A service worker that takes the place of any other one, deletes what it has cached, unregisters itself and opens the studio in
 * the windows that were under it. The page is fetched anew first, because the other one may also lie in the browser's own cache.
 */
const WORKER = `
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await fetch('/', { cache: 'reload' }).catch(() => undefined)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await self.registration.unregister()
  await Promise.allSettled(windows.map((window) => window.navigate('/')))
}
`

/**
 * Griot has no service worker. A browser that asks for one here, which it does when it opens a page (Service Workers, section
 * "Soft Update"), was given it by another program that had this port before, and would be shown that program's pages. It gets
 * one that goes away, whatever the name was and the host; `Clear-Site-Data` empties the cache of this origin.
 */
export function removeForeignServiceWorkers(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.headers['service-worker'] !== 'script' || request.method !== 'GET') return undefined
    return reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-store',
        'clear-site-data': '"cache"',
        'service-worker-allowed': '/',
      })
      .send(WORKER)
  })
}
