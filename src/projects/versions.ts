import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { VERSION_REASONS, type VersionReason, type VersionSummary } from '#shared/projects.ts'
import { Script } from '#shared/script.ts'
import { writeDurably } from '#storage/durable-files.ts'
import { makeFolder } from '#storage/make-folder.ts'
import { readIfThere } from './disk.ts'
import { parsedJson } from './migrations.ts'

/** Number of previous versions of a project that are kept. */
export const VERSIONS_KEPT = 5

/** Folder of a project for its previous versions. */
export const VERSIONS_FOLDER = 'versions'
const NAME = /^(\d{6})-[a-z-]+\.json$/
const idOf = (name: string): string => name.slice(0, 6)

const VersionFile = z.object({
  format: z.literal('griot-version'),
  version: z.literal(1),
  at: z.iso.datetime(),
  reason: z.enum(VERSION_REASONS),
  revision: z.number().int().min(0),
  script: Script,
})

/** A previous version of a project, with its script. */
export interface KeptVersion extends VersionSummary {
  readonly script: Script
}

/** The previous versions of a project, each a file in its folder "versions". Everything throws file system errors. */
export interface Versions {
  /** The newest first; files that cannot be read are left out. */
  list(): readonly KeptVersion[]
  find(id: string): KeptVersion | undefined
  /** Keeps a version, unless the newest one is the same, and deletes the sixth. Only under the lock of the project. */
  keep(state: { readonly revision: number; readonly script: Script }, reason: VersionReason): void
}

/** Opens the versions of the project in `folder`. */
export function openVersions(folder: string, now: () => Date): Versions {
  const place = join(folder, VERSIONS_FOLDER)
  /** Numbered, because a clock may go backwards. */
  const names = (): readonly string[] =>
    existsSync(place)
      ? readdirSync(place)
          .filter((name) => NAME.test(name))
          .sort()
          // A folder from elsewhere may hold any number.
          .slice(-2 * VERSIONS_KEPT)
      : []
  const read = (name: string): KeptVersion[] => {
    const file = VersionFile.safeParse(parsedJson(readIfThere(join(place, name)) ?? ''))
    if (!file.success) return []
    const { at, reason, revision, script } = file.data
    const { title, lines } = script
    return [{ id: idOf(name), at, reason, revision, title, lines: lines.length, script }]
  }
  return {
    list: () => names().toReversed().flatMap(read),
    find: (id) =>
      names()
        .filter((name) => idOf(name) === id)
        .flatMap(read)[0],
    keep({ revision, script }, reason) {
      const there = names()
      const newest = there.at(-1)
      const [known] = newest ? read(newest) : []
      if (known && JSON.stringify(known.script) === JSON.stringify(script)) return
      const number = Number(newest?.slice(0, 6) ?? 0) + 1
      const name = `${String(number).padStart(6, '0')}-${reason}.json`
      const file: z.infer<typeof VersionFile> = {
        ...{ format: 'griot-version', version: 1, at: now().toISOString(), reason },
        ...{ revision, script },
      }
      makeFolder(place)
      writeDurably(join(place, name), `${JSON.stringify(file, undefined, 2)}\n`)
      for (const old of there.slice(0, Math.max(0, there.length + 1 - VERSIONS_KEPT)))
        rmSync(join(place, old), { force: true })
    },
  }
}
