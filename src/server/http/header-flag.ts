import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'

/**
 * A header that says true or false, in any letter case; left out or empty: true. Throws AppError('request/invalid') for other
 * values.
 */
export function headerFlag({ headers }: FastifyRequest, name: string): boolean {
  const value = String(headers[name.toLowerCase()] ?? '').trim() || 'true'
  if (!/^(true|false)$/i.test(value))
    throw new AppError('request/invalid', `The header ${name} must be true or false.`)
  return value.toLowerCase() === 'true'
}
