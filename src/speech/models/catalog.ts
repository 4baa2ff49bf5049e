import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { COMMERCIAL_ONLY, isCommercialOnly } from '#shared/commercial-only.ts'

const File = z.object({
  /** Path inside the model's folder. */
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
})
/** Under which a model may be used, given the data that it learned from. */
const ModelLicence = z.object({
  /** SPDX identifier. */
  id: z.string(),
  commercialUse: z.boolean(),
  /** Why it is this one. */
  why: z.string().optional(),
  /** What to do without the model, where it may not be used commercially. */
  without: z.string().optional(),
})
export type ModelLicence = z.infer<typeof ModelLicence>
const Model = z.object({
  /** The model's folder inside `models/`, where its card lies too. */
  id: z.string(),
  files: z.array(File),
  licence: ModelLicence,
})
const Lexicon = z.object({ files: z.array(z.string()), licence: ModelLicence })
const Catalog = z.object({ models: z.array(Model), lexicons: z.array(Lexicon).default([]) })

/** The folder of the models: it lies beside `resources/`, in a checkout as in the packaged program. */
export function modelsBeside(resources: string): string {
  return join(resources, '../models')
}

/** Compares every file of every model with the catalog. Answers the models' ids; throws as `readModelFile` does. */
export async function checkModelFiles(folder: string): Promise<readonly string[]> {
  const { models } = await readCatalog(folder)
  for (const { id, files } of models)
    for (const { name } of files) await readComparedFile(folder, id, name)
  return models.map(({ id }) => id)
}

/** The licence of a model. Throws an Error where the catalog has none. */
export async function modelLicenceOf(folder: string, id: string): Promise<ModelLicence> {
  const model = (await readCatalog(folder)).models.find((entry) => entry.id === id)
  if (!model) throw new Error(`The catalog of models has no ${id}.`)
  return model.licence
}

/** The licences of all models, by their id, and of the lexicons that were learned, by the names of their files. */
export async function modelLicences(folder: string): Promise<ReadonlyMap<string, ModelLicence>> {
  const { models, lexicons } = await readCatalog(folder)
  return new Map([
    ...models.map(({ id, licence }) => [id, licence] as const),
    ...lexicons.map(({ files, licence }) => [files.join(' and '), licence] as const),
  ])
}

/**
 * Reads a file of a model and compares it with the catalog. Throws an Error that names a file that is missing or is not
 * what the catalog says, and one that says what to do where only what may be used commercially is used and the model is not.
 */
export async function readModelFile(
  folder: string,
  id: string,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (isCommercialOnly()) {
    const licence = (await modelLicences(folder)).get(id)
    if (licence && !licence.commercialUse) throw new Error(notCommercial(id, licence))
  }
  return readComparedFile(folder, id, name)
}

function notCommercial(id: string, { id: licence, without = '' }: ModelLicence): string {
  return `The model ${id} is off: its licence, ${licence}, does not allow commercial use, and Griot is set to use only what does (models.commercial-only, ${COMMERCIAL_ONLY}). ${without}`.trim()
}

async function readComparedFile(
  folder: string,
  id: string,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const model = (await readCatalog(folder)).models.find((entry) => entry.id === id)
  const entry = model?.files.find((file) => file.name === name)
  if (!entry) throw new Error(`The catalog of models has no ${id}/${name}.`)
  const path = join(folder, id, name)
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new Error(`The model ${path} cannot be read: install Griot again.`, { cause })
  })
  if (createHash('sha256').update(bytes).digest('hex') !== entry.sha256)
    throw new Error(`The model ${path} is damaged: install Griot again.`)
  return bytes
}

/** Reads a JSON file of a model. Throws as `readModelFile`, and what `schema` throws at other JSON. */
export async function readModelJson<T>(
  folder: string,
  id: string,
  name: string,
  schema: z.ZodType<T>,
): Promise<T> {
  const bytes = await readModelFile(folder, id, name)
  return schema.parse(JSON.parse(new TextDecoder().decode(bytes)))
}

async function readCatalog(folder: string): Promise<z.infer<typeof Catalog>> {
  const path = join(folder, 'catalog.json')
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`The catalog of models ${path} cannot be read: install Griot again.`, { cause })
  })
  try {
    return Catalog.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`The catalog of models ${path} is damaged: install Griot again.`, { cause })
  }
}
