import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { readIfThere } from './disk.ts'
import { type ProjectBody, readProjectBody } from './migrations.ts'

/** What a folder of a project is made of. */
export const PROJECT_FILE = 'project.json'
export const PREVIOUS_FILE = 'project.previous.json'
export const JOURNAL_FILE = 'journal.jsonl'

/** What was read of a project from its files. */
interface Readings {
  readonly body: ProjectBody
  /** What is wrong, in words; empty where all is well. */
  readonly faults: readonly string[]
  readonly isBodyDamaged: boolean
}

/** The newest copy of project.json that can be read. Throws AppError. */
export function readBodies(path: string): Readings {
  const file = join(path, PROJECT_FILE)
  const text = readIfThere(file)
  const body = text === undefined ? undefined : readProjectBody(text, file)
  if (body) return { body, faults: [], isBodyDamaged: false }
  const what = text === undefined ? 'is missing' : 'is damaged'
  const before = previousBody(path)
  if (before)
    return {
      body: before,
      faults: [
        `The file project.json of this project ${what}. The last good copy and the journal were opened instead.`,
      ],
      isBodyDamaged: true,
    }
  if (text === undefined && !existsSync(join(path, JOURNAL_FILE))) {
    // Says so where the folder has gone.
    readdirSync(path)
    throw new AppError(
      'project/missing',
      `${path} is not a project of Griot: it has no project.json.`,
    )
  }
  throw new AppError(
    'project/damaged',
    `The file project.json in ${path} ${what}, and there is no good copy of it. Nothing was changed. Put project.json back from a backup.`,
  )
}

function previousBody(path: string): ProjectBody | undefined {
  const file = join(path, PREVIOUS_FILE)
  const text = readIfThere(file)
  return text === undefined ? undefined : readProjectBody(text, file)
}
