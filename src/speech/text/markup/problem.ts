import { AppError } from '#shared/errors.ts'
import { showPlace } from '#shared/place.ts'

/** An error in the markup of a text, with its place. `offset` counts code units of `source` from 0. */
export function markupProblem(source: string, offset: number, problem: string): AppError {
  return new AppError('text/markup', `${problem} At ${showPlace(source, offset)}`)
}
