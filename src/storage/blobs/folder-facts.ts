import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const Facts = z.object({
  sizeBytes: z.number(),
  /** Of the file in milliseconds since 1970: facts of another file that lay here do not count. */
  modifiedMs: z.number(),
  sha256: z.string(),
  type: z.string(),
})
export type KnownFacts = z.infer<typeof Facts>

/** What a folder knows about its files that the file system does not: `.facts/KEY.json` for every file. */
export interface FolderFacts {
  /** Undefined where nothing is known about the file as it is. */
  read(
    key: string,
    file: Pick<KnownFacts, 'sizeBytes' | 'modifiedMs'>,
  ): Promise<KnownFacts | undefined>
  /** Throws file system errors. */
  write(key: string, facts: KnownFacts): Promise<void>
  /** Throws file system errors. */
  remove(key: string): Promise<void>
}

/** The facts of a folder. */
export function createFolderFacts(folder: string): FolderFacts {
  const pathOf = (key: string): string => join(folder, '.facts', `${key}.json`)
  return {
    async read(key, { sizeBytes, modifiedMs }) {
      try {
        const facts = Facts.parse(JSON.parse(await readFile(pathOf(key), 'utf8')))
        return facts.sizeBytes === sizeBytes && facts.modifiedMs === modifiedMs ? facts : undefined
      } catch {
        return undefined
      }
    },
    async write(key, facts) {
      const path = pathOf(key)
      const part = `${path}.${randomBytes(8).toString('hex')}.part`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(part, JSON.stringify(facts), { mode: 0o600 })
      await rename(part, path)
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

/** For folders whose files are described elsewhere. */
export const NO_FACTS: FolderFacts = {
  read: async () => undefined,
  write: async () => undefined,
  remove: async () => undefined,
}
