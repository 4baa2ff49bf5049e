import { z } from 'zod'
import { type Handlers, type Method, methods } from './api.ts'
import type { Channel, ResponseMessage } from './channel.ts'
import { AppError } from './errors.ts'

const RequestSchema = z.object({ id: z.number(), method: z.string(), input: z.unknown() })

/**
 * Answers every call on a channel. Validates the input, so handlers may trust it; `onBug` receives every unexpected
 * error.
 */
export function serveChannel(
  channel: Channel,
  handlers: Handlers,
  onBug: (error: unknown) => void,
): void {
  const handle = async (method: string, input: unknown): Promise<unknown> => {
    if (!Object.hasOwn(methods, method))
      throw new AppError('request/invalid', `There is no method called "${method}".`)
    const name = method as Method
    const parsed = methods[name].input.safeParse(input)
    if (!parsed.success) throw new AppError('request/invalid', z.prettifyError(parsed.error))
    // The input was validated against this very method.
    return (handlers[name] as (input: unknown) => Promise<unknown>)(parsed.data)
  }
  channel.listen((message) => {
    const request = RequestSchema.safeParse(message)
    if (!request.success) return
    const { id, method, input } = request.data
    handle(method, input)
      .then((output) => channel.send({ id, output } satisfies ResponseMessage))
      .catch((error) =>
        channel.send({ id, failure: describe(error, onBug) } satisfies ResponseMessage),
      )
  })
}

function describe(
  error: unknown,
  onBug: (error: unknown) => void,
): NonNullable<ResponseMessage['failure']> {
  if (error instanceof AppError) return { code: error.code, message: error.message }
  onBug(error)
  return { code: 'bug', message: 'Something went wrong. The log has the details.' }
}
