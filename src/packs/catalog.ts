import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { CATALOG_SCHEMA, CatalogFile, type Manifest } from './pack-entry.ts'

/** The catalog of packs, read anew each time: its files are small, and an operator may change them. */
export interface Catalog {
  /** All packs, in the order of the files. Throws AppError('pack/catalog'). */
  packs(): Promise<readonly Manifest[]>
  /** The text of a pack's licence, and its SHA-256. Throws AppError('pack/catalog'). */
  licenceOf(pack: Manifest): Promise<{ readonly text: string; readonly sha256: string }>
}

/** The folder of the catalog that comes with Griot. */
export function catalogFolderIn(resources: string): string {
  return join(resources, 'packs')
}

/** The catalog in a folder: `*.json`, one file for each task, and `licences/`. */
export function openCatalog(folder: string): Catalog {
  return {
    async packs() {
      const names = (await reading(folder, () => readdir(folder))).filter(isCatalogFile).sort()
      if (names.length === 0)
        throw catalogError(`The catalog ${folder} holds no file that ends in .json.`)
      const packs: Manifest[] = []
      for (const name of names) packs.push(...(await readCatalogFile(join(folder, name))))
      const twice = packs.find(({ id }, i) => packs.findIndex((pack) => pack.id === id) < i)
      if (twice) throw catalogError(`The catalog ${folder} lists ${twice.id} twice.`)
      return packs
    },
    async licenceOf({ licence }) {
      const path = join(folder, 'licences', licence.text)
      const text = await reading(path, () => readFile(path, 'utf8'))
      return { text, sha256: createHash('sha256').update(text).digest('hex') }
    },
  }
}

const isCatalogFile = (name: string): boolean => name.endsWith('.json') && !name.startsWith('.')
const AnySchema = z.object({ schema: z.number() })

async function readCatalogFile(path: string): Promise<readonly Manifest[]> {
  const text = await reading(path, () => readFile(path, 'utf8'))
  const content = parseJson(path, text)
  const { success, data } = AnySchema.safeParse(content)
  if (success && data.schema > CATALOG_SCHEMA)
    throw catalogError(
      `The catalog ${path} is for a later version of Griot (it has schema ${data.schema}, and this one reads ${CATALOG_SCHEMA}). Install the newest Griot, or an older catalog.`,
    )
  const read = CatalogFile.safeParse(content)
  if (!read.success)
    throw catalogError(`The catalog ${path} is damaged: ${z.prettifyError(read.error)}`)
  const { packs, task, revision } = read.data
  return packs.map((pack) => ({ ...pack, task, revision }))
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw catalogError(`The catalog ${path} is damaged: ${String(error)}.`)
  }
}

async function reading<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw catalogError(`The catalog of packs ${path} cannot be read (${String(error)}).`)
  }
}

function catalogError(words: string): AppError {
  const mend = 'Install Griot again, or correct the folder that GRIOT_PACKS_CATALOG names.'
  return new AppError('pack/catalog', `${words} ${mend}`)
}
