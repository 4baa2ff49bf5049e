import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type {
  CallToolResult,
  ContentBlock,
  ServerNotification,
  ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import { type CallerAccess, requireAccess } from '#server/http/caller-access.ts'
import { AppError } from '#shared/errors.ts'
import type { McpSession } from './session.ts'

/** What the protocol tells of one call besides its arguments. */
export type CallExtra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** What a tool is told of its call. */
export interface ToolCall {
  /** Aborted when the client cancels the call or can no longer be answered. */
  readonly signal: AbortSignal
  /** Tells the client how far the work is, where it asked to be told; `total` in the same unit. */
  readonly progress: (done: number, total: number | undefined, message: string) => void
  readonly extra: CallExtra
}

/** Makes the handler of a tool: checks who calls, gives an error as an answer in words, and stops what nobody waits for. */
export function toolHandler<Args>(
  session: McpSession,
  access: CallerAccess,
  work: (args: Args, call: ToolCall) => Promise<CallToolResult>,
): (args: Args, extra: CallExtra) => Promise<CallToolResult> {
  return async (args, extra) => {
    const gone = session.abandoned?.(extra.requestId)
    const signal = gone ? AbortSignal.any([extra.signal, gone]) : extra.signal
    try {
      requireAccess(session.caller, access)
      return await work(args, { signal, progress: progressOf(extra), extra })
    } catch (error) {
      if (error instanceof AppError) return failed(error.message)
      if (signal.aborted) return failed('The call was cancelled.')
      session.onBug(error)
      return failed('Something went wrong in Griot. Its log has the details.')
    }
  }
}

/** The answer as values, and as text for clients that show nothing else. */
export function answered(
  values: Readonly<Record<string, unknown>>,
  text: string,
  more: readonly ContentBlock[] = [],
): CallToolResult {
  return { content: [{ type: 'text', text }, ...more], structuredContent: { ...values } }
}

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

function progressOf(extra: CallExtra): ToolCall['progress'] {
  const token = extra._meta?.progressToken
  if (token === undefined) return () => undefined
  return (done, total, message) => {
    const params = {
      ...{ progressToken: token, progress: done, message },
      ...(total === undefined ? {} : { total }),
    }
    // A client that is gone is told nothing.
    extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
