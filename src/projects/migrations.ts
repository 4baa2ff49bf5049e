import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import {
  CastMember,
  CastName,
  Conflict,
  Script,
  ScriptLine,
  ScriptSettings,
  STORED_LINE_LIMIT,
} from '#shared/script.ts'
import { arrayUntilWrong, recordUntilWrong } from './first-wrong.ts'

/** Version of the format of project.json that this Griot writes. */
export const PROJECT_FORMAT = 1

/**
 * Steps from one version of the format to the next: the first leads from version 1 to version 2. A step gets the parsed
 * file of its version.
 */
export const PROJECT_MIGRATIONS: readonly ((file: object) => object)[] = []

/** Id of a project: letters, digits, "-" and "_". */
export const ProjectId = z.string().regex(/^[\w-]{1,64}$/)

const Time = z.iso.datetime()
const Head = z.object({ format: z.literal('griot-project'), version: z.number().int().min(1) })

/** As `Script`, but read until something is wrong. */
const StoredScript = Script.omit({ title: true }).extend({
  lines: arrayUntilWrong(ScriptLine, STORED_LINE_LIMIT),
  settings: ScriptSettings.extend({
    cast: recordUntilWrong(CastName, CastMember, STORED_LINE_LIMIT).optional(),
  }).optional(),
  conflicts: arrayUntilWrong(Conflict, STORED_LINE_LIMIT).optional(),
})

/** The contents of project.json. The title stands in front, where people look for it. */
const ProjectFile = z.object({
  format: z.literal('griot-project'),
  version: z.literal(PROJECT_FORMAT),
  id: ProjectId,
  title: Script.shape.title,
  createdAt: Time,
  changedAt: Time,
  revision: z.number().int().min(0),
  script: StoredScript,
})

/** A project as project.json holds it. `revision` counts the saves that are in `script`. */
export interface ProjectBody {
  readonly id: string
  readonly createdAt: string
  readonly changedAt: string
  readonly revision: number
  readonly script: Script
}

/**
 * Reads the text of a project.json, of this format or an older one. Undefined where it is damaged. Throws
 * AppError('project/newer') for one that a newer Griot wrote. `migrations`: see `PROJECT_MIGRATIONS`.
 */
export function readProjectBody(
  text: string,
  path: string,
  migrations = PROJECT_MIGRATIONS,
): ProjectBody | undefined {
  const value = parsedJson(text)
  const head = Head.safeParse(value)
  if (!head.success || typeof value !== 'object' || value === null) return undefined
  const newest = migrations.length + 1
  if (head.data.version > newest) throw newer(path, head.data.version, newest)
  const current = migrations
    .slice(head.data.version - 1)
    .reduce((file, migrate) => migrate(file), value)
  const file = ProjectFile.safeParse({ ...current, version: PROJECT_FORMAT })
  if (!file.success) return undefined
  const { id, title, createdAt, changedAt, revision, script } = file.data
  return { id, createdAt, changedAt, revision, script: { title, ...script } }
}

/** The text of project.json, for people too. */
export function writeProjectBody(body: ProjectBody): string {
  const { id, createdAt, changedAt, revision } = body
  const { title, ...script } = body.script
  const file: z.infer<typeof ProjectFile> = {
    ...{ format: 'griot-project', version: PROJECT_FORMAT, id, title },
    ...{ createdAt, changedAt, revision, script },
  }
  return `${JSON.stringify(file, undefined, 2)}\n`
}

function newer(path: string, version: number, newest: number): AppError {
  return new AppError(
    'project/newer',
    `${path} was written by a newer version of Griot (format ${version}; this Griot knows formats up to ${newest}). Update Griot. The project was left untouched.`,
  )
}

/** The most values that a JSON text of a project holds: a full script with all fields of all lines has half as many. */
export const MOST_VALUES = 1e6

/** The value of a JSON text; undefined where it is none, or holds more than `MOST_VALUES`, which would take gigabytes of memory. */
export function parsedJson(text: string): unknown {
  try {
    return valuesIn(text, MOST_VALUES) > MOST_VALUES ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How many values a JSON text holds at most; where they are more than `limit`, any number above it. */
function valuesIn(text: string, limit: number): number {
  // Each value takes two characters at least.
  if (text.length <= limit * 2) return text.length / 2
  let [values, isString] = [1, false]
  for (let at = 0; at < text.length && values <= limit; at++) {
    const character = text.charCodeAt(at)
    if (isString) {
      if (character === BACKSLASH) at++
      else if (character === QUOTE) isString = false
    } else if (character === QUOTE) isString = true
    else if (BEGINS_VALUE.has(character)) values++
  }
  return values
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
/** A comma, a square bracket and a brace. */
const BEGINS_VALUE: ReadonlySet<number> = new Set([0x2c, 0x5b, 0x7b])
