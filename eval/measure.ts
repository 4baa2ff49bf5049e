import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** One program of this folder: `npm run eval -- NAME`. */
export interface Measure {
  /** One line for the list of programs. */
  readonly summary: string
  /** Usage, options and printed figures, for `--help`. */
  readonly help: string
  /** Prints the figures. Throws UsageError and MissingData, whose messages are for the person who asked. */
  run(args: readonly string[]): Promise<void>
}

/** The options do not make sense: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A corpus or program that is no part of Griot is not on this machine: exit code 3. */
export class MissingData extends Error {
  override readonly name = 'MissingData'
}

type Options = NonNullable<ParseArgsConfig['options']>

/** Parses options; throws UsageError for unknown ones and for words that belong to no option. */
export function parseOptions<T extends Options>(args: readonly string[], options: T) {
  return parseCommandLine(args, options, false).values
}

/** Parses options and the words beside them. Throws UsageError. */
export function parseOptionsAndFiles<T extends Options>(args: readonly string[], options: T) {
  return parseCommandLine(args, options, true)
}

function parseCommandLine<T extends Options>(
  args: readonly string[],
  options: T,
  allowPositionals: boolean,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** The value of an option that has to be given. Throws UsageError. */
export function required(name: string, value: string | undefined): string {
  if (value === undefined) throw new UsageError(`--${name} is missing.`)
  return value
}

/** A whole number of at least 0. Throws UsageError. */
export function wholeNumber(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} is a whole number, not "${value}".`)
  return Number(value)
}

/**
 * Finds a file or folder of the data that is measured on: as it is given, else in the folder that GRIOT_EVAL_DATA names.
 * Throws MissingData, with `origin` for where such data comes from.
 */
export function findData(path: string, origin: string): string {
  const folder = process.env['GRIOT_EVAL_DATA']
  const inFolder = folder && !isAbsolute(path) ? join(folder, path) : undefined
  const found = [path, inFolder].find((place) => place !== undefined && existsSync(place))
  if (found !== undefined) return found
  const places = inFolder === undefined ? path : `${path} nor ${inFolder}`
  throw new MissingData(
    `There is no ${places}. This data is no part of Griot: ${origin}. Give its path, or name its folder in GRIOT_EVAL_DATA; eval/README.md lists the sources.`,
  )
}

/** The lines of a text file without the empty ones. */
export function readLines(path: string): readonly string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.length > 0)
}

/** The rows of a table whose cells are separated by tabs. */
export function readRows(path: string): readonly (readonly string[])[] {
  return readLines(path).map((line) => line.split('\t'))
}
