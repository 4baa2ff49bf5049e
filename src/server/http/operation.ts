import {
  errorCodes,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestAsyncHookHandler,
} from 'fastify'
import type { WebSocket } from 'ws'
import type { z } from 'zod'
import type { Caller } from '#app/access/caller.ts'
import type { Scope } from '#shared/access.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { type FailureDetail, readInput } from './errors.ts'
import { readSubprotocolToken } from './web-socket.ts'

export type Json = Readonly<Record<string, unknown>>
export type OperationTag = 'speech' | 'batches' | 'text' | 'voices' | 'files' | 'packs'

/** Meaning and body of one status: a schema of ours, or bytes described by a JSON Schema. */
export interface ResponseDescription {
  readonly description: string
  readonly content?: Readonly<Record<string, z.ZodType | Json>>
  /** Header name to what it says. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Format of error bodies: the service's own `detail`, or that of another service's clients. */
export interface ErrorDialect {
  /** `code` where an AppError says what went wrong. */
  readonly failureBody: (status: number, detail: FailureDetail, code?: ErrorCode) => Json
  /** The schema of that body. */
  readonly failure: z.ZodType
}

/** One operation of the API: how it is reached, who may, what goes in and comes out. Routes and description are made of it. */
export interface Operation<Q extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path in OpenAPI's notation: `/v1/files/{file_id}`. */
  readonly path: string
  readonly id: string
  readonly tag?: OperationTag
  readonly summary: string
  readonly description?: string
  /** Scope that the token needs; undefined: the operation needs no token. */
  readonly scope: Scope | undefined
  /** Whether a guest token will do; without a scope it says nothing. */
  readonly guests?: boolean
  /**
   * Whether it says nothing but what this Griot can do, so that anyone may use it while discovery is open: then
   * nobody may be calling.
   */
  readonly discovery?: boolean
  /** Path parameter to what it is. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Q
  /** Request headers it reads: what each says, as a JSON Schema with `description`. */
  readonly headers?: Readonly<Record<string, Json>>
  /** A JSON body. */
  readonly body?: B
  /** A multipart/form-data body, as a JSON Schema: the handler reads it part by part. */
  readonly form?: Json
  readonly bodyLimitBytes?: number
  /** Whether a request with an `Idempotency-Key` is answered once and from then on repeated (`replayIdempotentRequests`). */
  readonly idempotent?: boolean
  /** Statuses beyond those that every operation of its kind has (see `responsesOf`). */
  readonly responses: Readonly<Record<number, ResponseDescription>>
  /** The status for a field that is wrong: 400 on /v1/speech, 422 elsewhere. */
  readonly invalidStatus?: 400 | 422
  readonly dialect?: ErrorDialect
}

/** A request whose parts have been checked against its operation. */
export interface OperationRequest<Q extends z.ZodType, B extends z.ZodType> {
  readonly params: Readonly<Record<string, string>>
  readonly query: z.output<Q>
  readonly body: z.output<B>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface Api {
  readonly fastify: FastifyInstance
  /** Adds an operation; `answer` may return a value to be sent as JSON, or the reply it has sent itself. */
  add<Q extends z.ZodType, B extends z.ZodType>(
    operation: Operation<Q, B>,
    answer: (asked: OperationRequest<Q, B>) => Promise<unknown>,
    /** Handles a WebSocket at this path, under the same rules. */
    wsHandler?: (socket: WebSocket, request: FastifyRequest) => void,
  ): void
  readonly operations: readonly Operation[]
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the time a handler runs, where the operation has a scope; not where discovery is open to anyone. */
    caller: Caller | undefined
  }
  interface FastifyContextConfig {
    operation?: Operation
    /** Dialect of a path, for the methods that it does not support. */
    dialect?: ErrorDialect
  }
}

/** The operations of a server. `admit` lets only callers pass who may use an operation, before any body is read. */
export function createApi(
  fastify: FastifyInstance,
  admit: (operation: Operation) => onRequestAsyncHookHandler,
): Api {
  const operations: Operation[] = []
  fastify.decorateRequest('caller', undefined)
  return {
    fastify,
    operations,
    add(operation, answer, wsHandler) {
      operations.push(operation)
      fastify.route({
        method: operation.method,
        url: routeOf(operation.path),
        config: { operation },
        ...(operation.bodyLimitBytes === undefined ? {} : { bodyLimit: operation.bodyLimitBytes }),
        ...(operation.scope === undefined
          ? {}
          : { onRequest: wsHandler ? [readSubprotocolToken, admit(operation)] : admit(operation) }),
        ...(wsHandler ? { wsHandler } : {}),
        handler: async (request, reply) => {
          const { query, body } = operation
          // Forms are let through for the operations that read them.
          if (body && request.isMultipart())
            throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('multipart/form-data')
          return answer({
            // Every parameter of a path is a string.
            params: request.params as Record<string, string>,
            query: query && readInput(query, request.query, 'query'),
            body: body && readInput(body, request.body, 'body'),
            request,
            reply,
          } as Parameters<typeof answer>[0])
        },
      })
    },
  }
}

/** Caller of a request, for handlers of operations with a scope: `admit` has set it. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller)
    throw new Error('This operation has no scope, so nobody was asked who calls.')
  return request.caller
}

/** The dialect that is spoken at `path`, where no operation could be found for it: that of the one it begins like. */
export function dialectAt(
  operations: readonly Operation[],
  path: string,
): ErrorDialect | undefined {
  return operations.find(({ path: own }) => {
    const start = own.indexOf('{')
    return start > 0 && path.startsWith(own.slice(0, start))
  })?.dialect
}

/** `/v1/files/{file_id}` to `/v1/files/:file_id`; a literal colon is written twice. */
function routeOf(path: string): string {
  return path.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1')
}
