import { randomUUID } from 'node:crypto'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  isInitializeRequest,
  isJSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#app/access/caller.ts'
import { baseUrlOf } from '#server/http/base-url.ts'
import { callerOf } from '#server/http/operation.ts'
import { disconnectSignal } from '#server/http/stream.ts'
import { AppError } from '#shared/errors.ts'
import { createMcpServer } from './create-server.ts'
import type { McpProgram } from './session.ts'
import { createMcpSessions, type HeldSession, SESSION_LIMITS } from './sessions.ts'

const LINK_SECONDS = 15 * 60
/** Code of JSON-RPC for a session that is not there, as the protocol's own SDK uses it. */
const NO_SESSION = -32_001

interface HttpSession extends HeldSession {
  readonly transport: StreamableHTTPServerTransport
  readonly gone: Map<RequestId, AbortSignal>
  open: number
}

/** The sessions of a server over HTTP. */
export interface HttpSessions {
  /** Answers a request whose token was found good. Throws AppError. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Ends all of them. */
  close(): Promise<void>
}

/** Opens no session yet: each begins with its client's `initialize`. */
export function openHttpSessions(program: McpProgram): HttpSessions {
  const sessions = createMcpSessions<HttpSession>(() => performance.now(), SESSION_LIMITS)
  return {
    close: sessions.close,
    async answer(request, reply) {
      const caller = callerOf(request)
      const { body } = request
      if (Array.isArray(body))
        throw new AppError('request/invalid', 'Send one JSON-RPC message in a request, not a list.')
      const id = request.headers['mcp-session-id']
      const known = typeof id === 'string' ? sessions.find(id, caller.tokenId) : undefined
      if (id !== undefined && !known) return refuseSession(reply)
      if (!known && !isInitializeRequest(body))
        throw new AppError(
          'request/invalid',
          'Begin a session with the request "initialize", and send its Mcp-Session-Id with all that follows.',
        )
      if (known) return answer(known, request, reply)
      const giveBack = await sessions.takePlace(caller.tokenId)
      try {
        const session = await begin(sessions, program, caller, baseUrlOf(request))
        return await answer(session, request, reply)
      } finally {
        giveBack()
      }
    },
  }
}

async function begin(
  sessions: ReturnType<typeof createMcpSessions<HttpSession>>,
  program: McpProgram,
  caller: Caller,
  baseUrl: string,
): Promise<HttpSession> {
  const gone = new Map<RequestId, AbortSignal>()
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.add(id, session),
    onsessionclosed: (id) => sessions.remove(id),
  })
  const server = createMcpServer({
    ...{ ...program, caller, abandoned: (id) => gone.get(id) },
    linkTo: async (fileId) => {
      const link = await program.app.files.link(caller.account, fileId, LINK_SECONDS)
      const search = `expires=${link.expires}&signature=${link.signature}`
      return `${baseUrl}/v1/files/${fileId}/content?${search}`
    },
  })
  const session: HttpSession = {
    ...{ tokenId: caller.tokenId, transport, gone, open: 0 },
    isBusy: () => session.open > 0,
    close: () => server.close(),
  }
  // The SDK's type of its own transport lacks `undefined` where exact optional properties want it.
  await server.connect(transport as Transport)
  return session
}

/** Hands the request to the transport, which answers it; a call whose caller hangs up is stopped. */
async function answer(
  session: HttpSession,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body } = request
  const signal = disconnectSignal(reply)
  const id = isJSONRPCRequest(body) ? body.id : undefined
  if (id !== undefined) session.gone.set(id, signal)
  session.open++
  reply.raw.once('close', () => {
    session.open--
    if (id !== undefined && session.gone.get(id) === signal) session.gone.delete(id)
  })
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  await session.transport.handleRequest(request.raw, reply.raw, body)
  return reply
}

function refuseSession(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({
    jsonrpc: '2.0',
    error: { code: NO_SESSION, message: 'This session has ended. Begin another one.' },
    id: null,
  })
}
