import { AppError } from '#shared/errors.ts'
import { formatSourceLocation } from '#shared/source-location.ts'

/** An error in the markup of a text, with its place. `offset` counts code units of `source` from 0. */
export function markupProblem(source: string, offset: number, problem: string): AppError {
  return new AppError('text/markup', `${problem} At ${formatSourceLocation(source, offset)}`)
}
