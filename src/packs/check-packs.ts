import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { formatSize } from '#storage/files/format-size.ts'
import { hashFile } from './hash-file.ts'
import { installCommand, type Manifest } from './pack-entry.ts'
import { placesOf, plainFile } from './pack-folder.ts'
import type { RecordedFile } from './pack-records.ts'
import type { PackState, PackStore } from './store.ts'

export interface PackCheckOptions {
  readonly home: string
  readonly store: Pick<PackStore, 'list'>
  /** Whether every byte is compared, and not only those of files whose size or time is another one. */
  readonly isDeep: boolean
  /** Whether packs that may not be used commercially are left unused. */
  readonly commercialOnly?: boolean | undefined
  /** Memory of this computer, and what is free of it, in bytes. */
  readonly memory: { readonly total: number; readonly free: number }
  readonly signal: AbortSignal
}

/**
 * What there is to say about the packs of a data folder: what is installed, in a few words. Changes nothing. Throws
 * AppError('pack/catalog'), ('pack/damaged') and ('pack/licence') that say what to do, and the reason of `signal`.
 */
export async function checkPacks(options: PackCheckOptions): Promise<string> {
  const states = (await options.store.list()).filter(({ state }) => state !== 'absent')
  const faults: AppError[] = []
  const words: string[] = []
  for (const state of states)
    try {
      words.push(await checkPack(state, options))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      faults.push(error)
    }
  const [first] = faults
  if (first) throw new AppError(first.code, faults.map(({ message }) => message).join(' '))
  if (words.length === 0) return 'none installed (griot models list)'
  return `${words.join('; ')}${options.isDeep ? '; every byte is right' : ''}`
}

async function checkPack(state: PackState, options: PackCheckOptions): Promise<string> {
  const { pack, problem, acceptance, storedBytes } = state
  const { id, name, licence, memoryMegabytes } = pack
  if (state.state === 'partial')
    return `${id}, not complete (${formatSize(storedBytes)}): "griot models install ${id}" goes on, "griot models remove ${id}" deletes it`
  if (problem !== undefined) throw damaged(pack, problem)
  if (!acceptance)
    throw new AppError(
      'pack/licence',
      `${name} is not used, because its licence was not accepted, or its text is another one now: griot models install ${id} --accept-licence ${licence.id}.`,
    )
  if (options.commercialOnly && !licence.commercialUse)
    return `${id}, off: its licence does not allow commercial use (${licence.id})`
  const wrong = await wrongFiles(state, options)
  if (wrong.length > 0) throw damaged(pack, `Missing or changed: ${wrong.join(', ')}.`)
  return `${id} (${formatSize(storedBytes)})${memoryWords(name, id, memoryMegabytes * 1e6, options)}`
}

/** Names of files whose bytes are others. Those with the size and the time of their last comparison are believed. */
async function wrongFiles(
  { pack: { id }, files }: PackState,
  { home, isDeep, signal }: PackCheckOptions,
): Promise<readonly string[]> {
  const isRight = async ({ name, bytes, mtimeMs, sha256 }: RecordedFile): Promise<boolean> => {
    const path = join(placesOf(home, id).files, name)
    const found = await plainFile(path)
    if (found?.size !== bytes) return false
    if (!isDeep && found.mtimeMs === mtimeMs) return true
    return (await hashFile(path, signal)).sha256 === sha256
  }
  const wrong: string[] = []
  for (const file of files) if (!(await isRight(file))) wrong.push(file.name)
  return wrong
}

/** Throws AppError where a pack can never run here; says it where it cannot run now. */
function memoryWords(
  name: string,
  id: string,
  needed: number,
  { memory: { total, free } }: PackCheckOptions,
): string {
  if (needed > total)
    throw new AppError(
      'model/failed',
      `${name} needs about ${formatSize(needed)} of memory, and this computer has ${formatSize(total)}. Remove it, and choose a smaller one: griot models remove ${id}.`,
    )
  if (needed <= free) return ''
  return `, needs about ${formatSize(needed)} of memory, and ${formatSize(free)} is free now: close other programs before you use it`
}

function damaged(pack: Manifest, problem: string): AppError {
  return new AppError(
    'pack/damaged',
    `${pack.name} is damaged and is not used. ${problem} Install it again: ${installCommand(pack)}.`,
  )
}
