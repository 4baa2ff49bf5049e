import { z } from 'zod'
import { type Handlers, type Method, methods } from './api.ts'
import { AppError } from './errors.ts'
import type { Answer, Wire } from './wire.ts'

const Ask = z.object({ id: z.number(), method: z.string(), input: z.unknown() })

/** Answer every call that arrives. Input is checked here, so handlers may trust it; `onBug` hears what no person can mend. */
export function serve(wire: Wire, handlers: Handlers, onBug: (error: unknown) => void): void {
  const run = async (method: string, input: unknown): Promise<unknown> => {
    if (!Object.hasOwn(methods, method))
      throw new AppError('request/invalid', `There is no method called "${method}".`)
    const known = method as Method
    const parsed = methods[known].input.safeParse(input)
    if (!parsed.success) throw new AppError('request/invalid', z.prettifyError(parsed.error))
    // The table above has just checked the input against this very method.
    return (handlers[known] as (input: unknown) => Promise<unknown>)(parsed.data)
  }
  wire.listen((message) => {
    const ask = Ask.safeParse(message)
    if (!ask.success) return
    const { id, method, input } = ask.data
    run(method, input)
      .then((output) => wire.send({ id, output } satisfies Answer))
      .catch((error) => wire.send({ id, failure: describe(error, onBug) } satisfies Answer))
  })
}

function describe(error: unknown, onBug: (error: unknown) => void): NonNullable<Answer['failure']> {
  if (error instanceof AppError) return { code: error.code, message: error.message }
  onBug(error)
  return { code: 'bug', message: 'Something went wrong. The log has the details.' }
}
