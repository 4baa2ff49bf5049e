import { z } from 'zod'

/**
 * An array of at most so many values, which are read in turn until one is wrong: of a file that somebody else has made, a million wrong ones
 * would take seconds, and the first of them says enough.
 */
export function arrayUntilWrong<Item extends z.ZodType>(item: Item, most: number) {
  return z
    .array(z.unknown())
    .max(most)
    .transform((values, context) => {
      const read: z.output<Item>[] = []
      for (const [index, value] of values.entries()) {
        const result = item.safeParse(value)
        if (!result.success) return refuse(context, index, result.error)
        read.push(result.data)
      }
      return read
    })
}

/** A record with at most so many entries, which are read like the values of `arrayUntilWrong`. */
export function recordUntilWrong<Item extends z.ZodType>(
  key: z.ZodString,
  item: Item,
  most: number,
) {
  return z.custom<Readonly<Record<string, unknown>>>(isRecord).transform((values, context) => {
    const read: Record<string, z.output<Item>> = {}
    let left = most
    for (const name in values) {
      const result = item.safeParse(values[name])
      if (!result.success) return refuse(context, name, result.error)
      if (left-- <= 0 || !key.safeParse(name).success) return refuse(context, name)
      // Also one that is called `__proto__`.
      Object.defineProperty(read, name, {
        ...{ value: result.data, enumerable: true, writable: true, configurable: true },
      })
    }
    return read
  })
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(
  context: z.RefinementCtx,
  place: number | string,
  error?: z.ZodError,
): typeof z.NEVER {
  const [issue] = error?.issues ?? []
  const path = [place, ...(issue?.path ?? [])]
  context.addIssue({ code: 'custom', message: issue?.message ?? 'Too much', path })
  return z.NEVER
}
