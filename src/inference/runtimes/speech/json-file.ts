import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { InstalledPack } from '#inference/pack.ts'

/** The content of a JSON file of a pack. Throws an Error in words where it is not of this form. */
export async function jsonIn<S extends z.ZodType>(
  { id, folder }: Pick<InstalledPack, 'id' | 'folder'>,
  file: string,
  form: S,
): Promise<z.output<S>> {
  const wrong = (why: string): Error =>
    new Error(`The file ${file} of the pack ${id} is not as it should be: ${why}`)
  let content: unknown
  try {
    content = JSON.parse(await readFile(join(folder, ...file.split('/')), 'utf8'))
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error))
  }
  const read = form.safeParse(content)
  if (!read.success) throw wrong(z.prettifyError(read.error))
  return read.data
}
