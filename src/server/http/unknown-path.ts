import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'

/**
 * Answer to a request for a path that does not exist; `shown` is the path as it may be repeated. Some
 * clients want a base URL that ends in /v1, others add it themselves: who has it wrong is told so.
 */
export function unknownPath({ method, url, server }: FastifyRequest, shown: string): string {
  const [path = ''] = url.split('?')
  const nothing = `There is nothing at ${method} ${shown}.`
  if (/^\/v1\/v1(\/|$)/.test(path))
    return `${nothing} Your tool adds "/v1" itself: leave "/v1" out of its base URL.`
  if (isThere(server, method, `/v1${path}`))
    return `${nothing} Your tool does not add "/v1" itself: put "/v1" at the end of its base URL.`
  return `${nothing} See /openapi.json for all paths.`
}

function isThere(server: FastifyInstance, method: string, path: string): boolean {
  // `hasRoute` reads the path as a route pattern: it must hold none of a pattern's signs.
  const isPlain = /^[\w/:-]+$/.test(path)
  // Every method of a request that got this far is one that Fastify knows.
  const route = { method: method as HTTPMethods, url: path.replaceAll(':', '::') }
  return isPlain && server.hasRoute(route)
}
