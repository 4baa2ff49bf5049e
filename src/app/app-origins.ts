import {
  APP_ORIGIN_SETTINGS,
  type AppOriginAnswer,
  originsIn,
  readAppOrigin,
} from '#shared/app-origins.ts'
import { AppError } from '#shared/errors.ts'
import type { SettingId } from '#shared/settings-list.ts'
import type { Settings } from './settings/settings.ts'

/** Extensions and apps that may call the API because the owner has allowed them in the studio. */
export interface AppOrigins {
  isAllowed(origin: string): boolean
  /** Asks the owner about one that was refused; whether there is a question about it now. */
  ask(origin: string): boolean
  /** Origins about which the owner is asked now, the first first. */
  questions(): readonly string[]
  /** Throws AppError('settings/invalid') if nothing is asked about this one, and if the answer cannot be stored. */
  answer(origin: string, answer: AppOriginAnswer): Promise<void>
  /** Calls a listener when there is another question, or one fewer; returns how to end that. */
  onQuestions(listener: () => void): () => void
}

/** Questions at once: more than a person reads. */
const MOST_QUESTIONS = 3
/** Questions of one start that were put off: any program of this computer may send any origin. */
const MOST_POSTPONED = 20

/** Asks about extensions and apps, and keeps the answers in the settings. */
export function createAppOrigins(settings: Pick<Settings, 'value' | 'change'>): AppOrigins {
  const open = new Set<string>()
  const postponed = new Set<string>()
  const listeners = new Set<() => void>()
  let storing: Promise<unknown> = Promise.resolve()
  const stored = (id: SettingId): readonly string[] => originsIn(settings.value(id))
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  /** The answer counts in its list and leaves the other one. */
  const store = async (origin: string, answer: 'allow' | 'never'): Promise<void> => {
    const id = APP_ORIGIN_SETTINGS[answer]
    const other = APP_ORIGIN_SETTINGS[answer === 'allow' ? 'never' : 'allow']
    const without = (list: readonly string[]): string[] => list.filter((one) => one !== origin)
    const kept = without(stored(other))
    await settings.change({
      [id]: [...without(stored(id)), origin].join(','),
      [other]: kept.length === 0 ? null : kept.join(','),
    })
  }
  return {
    isAllowed(given) {
      const origin = readAppOrigin(given)
      return origin !== undefined && stored(APP_ORIGIN_SETTINGS.allow).includes(origin)
    },
    ask(given) {
      const origin = readAppOrigin(given)
      if (origin === undefined) return false
      if (open.has(origin)) return true
      if (postponed.has(origin) || stored(APP_ORIGIN_SETTINGS.never).includes(origin)) return false
      if (open.size >= MOST_QUESTIONS || postponed.size >= MOST_POSTPONED) return false
      open.add(origin)
      tell()
      return true
    },
    questions: () => [...open],
    async answer(origin, answer) {
      if (!open.has(origin))
        throw new AppError('settings/invalid', 'This was answered already, in another window.')
      if (answer === 'later') postponed.add(origin)
      else {
        // One after the other, because each list is read and written whole.
        const stores = storing.then(() => store(origin, answer))
        storing = stores.catch(() => undefined)
        await stores
      }
      open.delete(origin)
      tell()
    },
    onQuestions(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
