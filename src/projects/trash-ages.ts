import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '#storage/durable-files.ts'
import { readIfThere } from './disk.ts'
import { parsedJson } from './migrations.ts'

/** The most that one start adds to the age of what was deleted, in milliseconds. */
const MOST_AT_ONCE = 7 * 24 * 60 * 60_000

const FILE = 'ages.json'
const Ages = z.object({ at: z.iso.datetime(), ages: z.record(z.string(), z.number().min(0)) })

/**
 * How long deleted projects have been in the trash, in milliseconds by their ids, as this start sees it: the time since the start before is added,
 * a week at most. A clock that jumps by years, as after an empty battery, therefore removes nothing. `folder`: the trash. Throws file
 * system errors.
 */
export function ageTrash(
  folder: string,
  ids: readonly string[],
  now: Date,
): ReadonlyMap<string, number> {
  if (ids.length === 0 || !existsSync(folder)) return new Map()
  const path = join(folder, FILE)
  const known = Ages.safeParse(parsedJson(readIfThere(path) ?? '')).data
  const passed = known ? now.getTime() - Date.parse(known.at) : 0
  const added = Math.min(MOST_AT_ONCE, Math.max(0, passed))
  const ages = ids.map((id): [string, number] => {
    const before = known?.ages[id]
    return [id, before === undefined ? 0 : before + added]
  })
  const file: z.infer<typeof Ages> = { at: now.toISOString(), ages: Object.fromEntries(ages) }
  writeDurably(path, `${JSON.stringify(file)}\n`)
  return new Map(ages)
}
