/** Writes sizes and SHA-256 sums of the files in models/ into its catalog; licences stay as they are. Run it after any model was made anew. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Catalog {
  readonly models: readonly {
    readonly id: string
    readonly files: readonly { readonly name: string }[]
  }[]
}

const FOLDER = join(import.meta.dirname, '../models')
const path = join(FOLDER, 'catalog.json')
const catalog = JSON.parse(readFileSync(path, 'utf8')) as Catalog
const measured = catalog.models.map((model) => ({
  ...model,
  files: model.files.map(({ name }) => {
    const bytes = readFileSync(join(FOLDER, model.id, name))
    return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }),
}))
writeFileSync(path, `${JSON.stringify({ ...catalog, models: measured }, undefined, 2)}\n`)
