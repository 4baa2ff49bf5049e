import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import type { HttpSessions } from './http-sessions.ts'
import type { McpProgram } from './session.ts'

/** Where the server answers clients of the Model Context Protocol. */
const MCP_PATH = '/mcp'
/** Any good token may begin a session. */
export const ANY_TOKEN = { scope: undefined, guests: true } as const

/**
 * Adds streamable HTTP (MCP 2025-11-25) at `MCP_PATH`. A session belongs to the token that began it; every request shows the token
 * again, and `admit` lets in who has a good one. What each tool needs, the tool checks.
 */
export function addMcp(
  fastify: FastifyInstance,
  program: McpProgram,
  admit: onRequestAsyncHookHandler,
): void {
  let opened: Promise<HttpSessions> | undefined
  // Loaded with the first request: most servers have no agents, and the SDK takes some tenths of a second to load.
  const open = (): Promise<HttpSessions> => {
    opened ??= import('./http-sessions.ts').then(({ openHttpSessions }) =>
      openHttpSessions(program),
    )
    return opened
  }
  fastify.addHook('preClose', async () => (await opened)?.close())
  fastify.route({
    method: ['GET', 'POST', 'DELETE'],
    url: MCP_PATH,
    onRequest: admit,
    handler: async (request, reply) => (await open()).answer(request, reply),
  })
}
