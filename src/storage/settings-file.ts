import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { valueSchema } from '#shared/settings.ts'
import { isSettingId, SETTINGS, type SettingId, settingOf } from '#shared/settings-list.ts'
import { type FolderLock, lockFolder } from './db/folder-lock.ts'
import { writeDurably } from './durable-files.ts'
import { codeOf, describeDiskError } from './files/folders.ts'

/** Values by the id of their setting; those that have their default are left out. */
export type SettingValues = Readonly<Partial<Record<SettingId, string>>>

/** The settings that a data folder keeps. */
export interface StoredSettings {
  readonly values: SettingValues
  /** What of them could not be read, in words. */
  readonly problem?: string | undefined
}

const NAME = 'settings.json'
const LOCK = 'settings.lock'
/** A change takes a few milliseconds: who waits longer than these tries is stuck. */
const TRIES = 100
const WAIT_MS = 20

/** The file with the settings of a data folder. */
export function settingsFileOf(home: string): string {
  return join(home, NAME)
}

/** The settings of a data folder; nothing is made or changed there. What cannot be read has its default, and is told. */
export function readStoredSettings(home: string): StoredSettings {
  const { found, problem } = readFile(home)
  const values: Partial<Record<SettingId, string>> = {}
  const wrong: string[] = []
  for (const [id, value] of Object.entries(found)) {
    // Another version of Griot may know it.
    if (!isSettingId(id)) continue
    const parsed = valueSchema(settingOf(id)).safeParse(value)
    if (parsed.success) values[id] = parsed.data
    else wrong.push(parsed.error.issues[0]?.message ?? id)
  }
  const words = wrong.length === 0 ? problem : `In ${NAME}, ${wrong.join(' ')} The default counts.`
  return { values, ...(words === undefined ? {} : { problem: words }) }
}

/**
 * Changes the settings of a data folder: `change` gets what is stored and answers what shall be, under a lock that other
 * programs respect. A file that cannot be read is set aside first. Throws AppError('storage/failed'), ('storage/full') and
 * ('storage/busy'), and what `change` throws.
 */
export async function changeStoredSettings(
  home: string,
  change: (values: SettingValues) => SettingValues,
): Promise<void> {
  const lock = await lockSettings(home)
  try {
    const { found, isDamaged } = readFile(home)
    const values = change(readStoredSettings(home).values)
    const unknown = Object.entries(found).filter(([id]) => !isSettingId(id))
    const path = settingsFileOf(home)
    if (isDamaged) {
      const time = new Date().toISOString().replaceAll(':', '-')
      renameSync(path, join(home, `settings-damaged-${time}.json`))
    }
    writeDurably(
      path,
      `${JSON.stringify({ ...Object.fromEntries(unknown), ...values }, null, 2)}\n`,
    )
  } catch (error) {
    throw describeDiskError(error, 'The settings could not be stored')
  } finally {
    lock.release()
  }
}

async function lockSettings(home: string): Promise<FolderLock> {
  for (let tried = 0; tried < TRIES; tried++) {
    const lock = tryLock(home)
    if (lock) return lock
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
  throw new AppError(
    'storage/busy',
    'Another program is changing the settings. Try again in a moment.',
  )
}

function tryLock(home: string): FolderLock | undefined {
  try {
    return lockFolder(join(home, LOCK), 'alone')
  } catch (error) {
    throw describeDiskError(error, 'The settings could not be stored')
  }
}

interface FoundFile {
  readonly found: Readonly<Record<string, unknown>>
  readonly isDamaged: boolean
  readonly problem?: string
}

function readFile(home: string): FoundFile {
  try {
    const found: unknown = JSON.parse(readFileSync(settingsFileOf(home), 'utf8'))
    if (typeof found === 'object' && found !== null && !Array.isArray(found))
      return { found: { ...found }, isDamaged: false }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return { found: {}, isDamaged: false }
    if (code !== '')
      return {
        ...{ found: {}, isDamaged: true },
        problem: `${NAME} of the data folder cannot be read (${code}), so every setting has its default. Repair its permissions.`,
      }
  }
  return {
    ...{ found: {}, isDamaged: true },
    problem: `${NAME} of the data folder is damaged, so every setting has its default. The next change of a setting keeps the damaged file as settings-damaged-TIME.json.`,
  }
}

type Variables = Readonly<Record<string, string | undefined>>

/** Value of the environment variable of a setting; undefined where it is not set, or set to nothing. */
export function environmentValue(id: SettingId, variables: Variables): string | undefined {
  const { environment } = settingOf(id)
  if (environment === undefined) return undefined
  // Proxies are named in small letters, too, and those count first.
  const small = environment.endsWith('_PROXY') ? variables[environment.toLowerCase()] : undefined
  return small || variables[environment] || undefined
}

/** Environment variables, with stored settings in the place of those that are not set. */
export function withStoredSettings(variables: Variables, values: SettingValues): Variables {
  const filled = SETTINGS.flatMap(({ id, environment }) => {
    const value = values[id]
    const isFree = environment !== undefined && environmentValue(id, variables) === undefined
    return isFree && value ? [[environment, value]] : []
  })
  return { ...variables, ...Object.fromEntries(filled) }
}
