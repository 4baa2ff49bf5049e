import { statSync } from 'node:fs'
import { distance } from 'fastest-levenshtein'
import { providerSettingsOf, transcribersOf, translationChainOf } from '#app/services/providers.ts'
import { packSettingsOf } from '#packs/pack-settings.ts'
import { AppError } from '#shared/errors.ts'
import {
  type SettingChanges,
  type SettingState,
  type SettingsView,
  valueSchema,
} from '#shared/settings.ts'
import { isSettingId, SETTINGS, type SettingId, settingOf } from '#shared/settings-list.ts'
import {
  changeStoredSettings,
  environmentValue,
  readStoredSettings,
  type SettingValues,
  settingsFileOf,
  withStoredSettings,
} from '#storage/settings-file.ts'

/** The settings of a data folder, as this process sees them. */
export interface Settings {
  /** Every setting with its value, and where that comes from. */
  view(): Omit<SettingsView, 'isLocal'>
  /** Value that counts now. */
  value(id: SettingId): string
  /**
   * Stores all of the changes, or none; null gives a setting its default back. Throws AppError('settings/invalid') and what
   * `changeStoredSettings` throws.
   */
  change(changes: SettingChanges): Promise<void>
  /** Calls a listener when a setting has changed, here or in another program; answers how to end that. */
  onChange(listener: () => void): () => void
  close(): void
}

export interface SettingsOptions {
  readonly home: string
  /** Environment variables as they were given to this program. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Settings that options of the command line give. */
  readonly options?: SettingValues | undefined
}

/** How often is looked whether another program has changed the file, in milliseconds. */
const LOOK_MS = 500

/** The settings of a data folder; nothing is made or changed there until a setting is. Watches for changes of other programs. */
export function openSettings({ home, variables, options = {} }: SettingsOptions): Settings {
  const path = settingsFileOf(home)
  const listeners = new Set<() => void>()
  let read = versionOf(path)
  let stored = readStoredSettings(home)
  let timer: NodeJS.Timeout | undefined
  const valueIn = (values: SettingValues, id: SettingId): string =>
    options[id] ?? environmentValue(id, variables) ?? values[id] ?? settingOf(id).standard
  const atStart = stored.values
  const refresh = (): void => {
    const before = JSON.stringify(stored)
    read = versionOf(path)
    stored = readStoredSettings(home)
    if (JSON.stringify(stored) !== before) for (const tell of listeners) tell()
  }
  const value = (id: SettingId): string => valueIn(stored.values, id)
  const stateOf = (id: SettingId): SettingState => ({
    id,
    value: value(id),
    source: sourceOf(id),
    stored: stored.values[id],
    isPending: settingOf(id).effect === 'next-start' && value(id) !== valueIn(atStart, id),
  })
  const sourceOf = (id: SettingId): SettingState['source'] => {
    if (options[id] !== undefined) return 'option'
    if (environmentValue(id, variables) !== undefined) return 'environment'
    return stored.values[id] === undefined ? 'default' : 'stored'
  }
  return {
    view: () => ({
      settings: SETTINGS.map(({ id }) => stateOf(id)),
      ...{ home, problem: stored.problem },
    }),
    value,
    async change(changes) {
      const wanted = readChanges(changes)
      await changeStoredSettings(home, (values) => {
        const next = applied(values, wanted)
        checkTogether(next, wanted)
        return next
      })
      refresh()
    },
    onChange(listener) {
      timer ??= setInterval(() => {
        if (versionOf(path) !== read) refresh()
      }, LOOK_MS).unref()
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    close() {
      listeners.clear()
      clearInterval(timer)
    },
  }
}

/** What tells one state of a file from another: a change makes another file. Undefined where there is none that can be seen. */
function versionOf(path: string): string | undefined {
  try {
    const { dev, ino, mtimeNs, size } = statSync(path, { bigint: true })
    return `${dev} ${ino} ${mtimeNs} ${size}`
  } catch {
    return undefined
  }
}

/** The setting that a person names. Throws an AppError('settings/invalid') that suggests the nearest name. */
export function settingNamed(name: string): SettingId {
  const id = name.trim()
  if (isSettingId(id)) return id
  const nearest = nearestTo(id)
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  throw new AppError(
    'settings/invalid',
    `There is no setting "${id.slice(0, 60)}".${hint} "griot settings list" shows all.`,
  )
}

/** A name that is off by more than this share of its letters is another one. */
const MOST_DIFFERENT = 0.4

function nearestTo(name: string): SettingId | undefined {
  const asked = name.toLowerCase().slice(0, 60)
  const [nearest] = SETTINGS.map(({ id }) => {
    const last = id.split('.').at(-1) ?? id
    const steps = Math.min(
      distance(asked, id.toLowerCase()) / id.length,
      // The last part of a name alone is what people remember.
      distance(asked, last.toLowerCase()) / last.length + 0.05,
    )
    return { id, steps }
  }).toSorted((one, other) => one.steps - other.steps)
  return nearest && nearest.steps <= MOST_DIFFERENT ? nearest.id : undefined
}

type Wanted = ReadonlyMap<SettingId, string | null>

function readChanges(changes: SettingChanges): Wanted {
  return new Map(
    Object.entries(changes).map(([name, given]) => {
      const id = settingNamed(name)
      if (given === null) return [id, null]
      const parsed = valueSchema(settingOf(id)).safeParse(given)
      if (parsed.success) return [id, parsed.data]
      throw new AppError('settings/invalid', parsed.error.issues[0]?.message ?? `${id} is wrong.`)
    }),
  )
}

/** What is the default need not be stored. */
function applied(values: SettingValues, wanted: Wanted): SettingValues {
  const next = new Map(Object.entries(values))
  for (const [id, value] of wanted)
    if (value === null || value === settingOf(id).standard) next.delete(id)
    else next.set(id, value)
  return Object.fromEntries(next)
}

/** Refuses what would not work: keys of two shortcuts, and what would keep Griot from starting. Throws AppError('settings/invalid'). */
function checkTogether(values: SettingValues, wanted: Wanted): void {
  for (const id of wanted.keys()) if (settingOf(id).section === 'shortcuts') checkKeys(id, values)
  const variables = withStoredSettings({}, values)
  try {
    const providers = providerSettingsOf(variables)
    const languages = { detect: async () => undefined }
    translationChainOf(providers, languages, { builtIn: undefined, packs: async () => [] })
    transcribersOf(providers, undefined, () => undefined)
    packSettingsOf(variables)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('settings/invalid', withSettingNames(error.message), error)
  }
}

function checkKeys(id: SettingId, values: SettingValues): void {
  const keysOf = (one: SettingId): string => values[one] ?? settingOf(one).standard
  const keys = keysOf(id)
  if (keys === '') return
  const owner = SETTINGS.find(
    (other) => other.section === 'shortcuts' && other.id !== id && keysOf(other.id) === keys,
  )
  if (owner)
    throw new AppError(
      'settings/invalid',
      `${keys} belongs to ${owner.id} (${owner.name}). Give that one other keys first, or none ("").`,
    )
}

/** Messages that name an environment variable, with the name of its setting. */
function withSettingNames(message: string): string {
  return SETTINGS.reduce(
    (words, { id, environment }) => (environment ? words.replaceAll(environment, id) : words),
    message,
  )
}
