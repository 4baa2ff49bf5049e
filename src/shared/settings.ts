import { z } from 'zod'
import { readAppOrigin } from './app-origins.ts'
import type { SettingChoice, ValueKind } from './setting-definition.ts'
import { isSettingId, type Setting } from './settings-list.ts'
import { sizeInBytes } from './sizes.ts'

/** Longest value, in characters. */
const MOST_CHARACTERS = 2_000

/** Reads a value as people write it, and answers it as it is stored; an issue says what is wrong in a sentence. */
export function valueSchema({ id, value, standard, emptyWords }: Setting): z.ZodType<string> {
  const wrong = (words: string): string => `${id} ${words}.`
  const mayBeEmpty = standard === '' || emptyWords !== undefined
  return z
    .string()
    .trim()
    .max(MOST_CHARACTERS, wrong(`has at most ${MOST_CHARACTERS} characters`))
    .regex(/^\P{Cc}*$/u, wrong('holds no control characters'))
    .transform((given, context) => {
      const clean =
        value.kind === 'text' || value.kind === 'voice' ? given : canonical(value, given)
      const problem =
        clean === '' ? (mayBeEmpty ? undefined : 'needs a value') : problemOf(value, clean)
      if (problem === undefined) return clean
      context.addIssue({ code: 'custom', message: wrong(problem) })
      return z.NEVER
    })
}

/** Values in one form: choices in the letter case in which they are listed, lists without spaces. */
function canonical(value: ValueKind, given: string): string {
  if (value.kind === 'keys') return given === ' ' ? 'Space' : given
  if (value.kind === 'origins') {
    const origins = partsOf(given).map((part) => readAppOrigin(part) ?? part)
    return [...new Set(origins)].join(',')
  }
  if (value.kind !== 'choice' && value.kind !== 'list') return given
  const known = (part: string): string =>
    value.choices.find((choice) => choice.value.toLowerCase() === part.toLowerCase())?.value ?? part
  if (value.kind === 'choice') return known(given)
  return partsOf(given).map(known).join(',')
}

function partsOf(given: string): string[] {
  return given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** What is wrong with a value that is not empty; undefined: nothing. */
function problemOf(value: ValueKind, given: string): string | undefined {
  switch (value.kind) {
    case 'choice':
      return value.choices.some((choice) => choice.value === given)
        ? undefined
        : `is one of ${names(value.choices)}, not "${given}"`
    case 'list':
      return listProblem(value.choices, given.split(','))
    case 'number':
      return numberProblem(value, given)
    case 'size':
      return sizeInBytes(given) === undefined
        ? `is a size such as 500MB or 2GB, not "${given}"`
        : undefined
    case 'keys':
      return KEYS.test(given)
        ? undefined
        : `is keys such as Mod+Shift+Enter, Alt+ArrowUp, F5 or ?, not "${given}"`
    case 'voice':
      return /^[\w-]{1,80}$/.test(given)
        ? undefined
        : `is the id of a voice, which "griot voices list" shows, not "${given}"`
    case 'origins':
      return given.split(',').every((part) => readAppOrigin(part) !== undefined)
        ? undefined
        : `names extensions and apps such as chrome-extension://ID or app://obsidian.md, with commas between them, not "${given}"; for a website, start Griot with --allow-origin`
    case 'text':
      return value.check?.(given)
  }
}

/** Modifiers in the order in which the studio stores them, and a key. */
const KEYS =
  /^(?:Mod\+)?(?:Alt\+)?(?:Shift\+)?(?:[^\p{Ll}\s]|\p{Ll}(?=$)|[A-Z][A-Za-z]+\d?|F\d{1,2})$/u

function listProblem(
  choices: readonly SettingChoice[],
  parts: readonly string[],
): string | undefined {
  const isKnown = parts.every((part) => choices.some((choice) => choice.value === part))
  if (isKnown && new Set(parts).size === parts.length) return undefined
  return `names each of ${names(choices)} at most once, with commas between them`
}

function numberProblem(
  { min, max, isWhole, unit }: Extract<ValueKind, { kind: 'number' }>,
  given: string,
): string | undefined {
  const figure = Number(given)
  const isRight = Number.isFinite(figure) && figure >= min && figure <= max
  if (isRight && (!isWhole || /^\d+$/.test(given))) return undefined
  const what = isWhole ? 'a whole number' : 'a number'
  return `is ${what} from ${min} to ${max}${unit && ` ${unit}`}, not "${given}"`
}

function names(choices: readonly SettingChoice[]): string {
  return choices.map(({ value }) => (value === '' ? '""' : value)).join(', ')
}

/** Where the value of a setting comes from: what goes before comes first. */
export const SETTING_SOURCES = ['option', 'environment', 'stored', 'default'] as const

const SettingState = z.object({
  id: z.string().refine(isSettingId),
  /** What counts now, or at the next start. */
  value: z.string(),
  source: z.enum(SETTING_SOURCES),
  /** What is stored, where it is something. */
  stored: z.string().optional(),
  /** Whether it counts only after Griot has been started again. */
  isPending: z.boolean(),
})
export type SettingState = z.infer<typeof SettingState>

const SettingsView = z.object({
  settings: z.array(SettingState),
  /** Whether this window may change settings that name programs and folders of this computer: the desktop's may. */
  isLocal: z.boolean(),
  /** The data folder. */
  home: z.string(),
  /** What of the stored settings could not be read, in words. */
  problem: z.string().optional(),
})
export type SettingsView = z.infer<typeof SettingsView>

/** Values by the id of their setting; null gives a setting its default back. */
export const SettingChanges = z.record(z.string().max(100), z.string().max(2_000).nullable())
export type SettingChanges = z.infer<typeof SettingChanges>

/** The contract table's part about settings. */
export const settingMethods = {
  'settings.list': { input: z.object({}), output: SettingsView },
  /** Stores all of the changes, or none. */
  'settings.change': { input: z.object({ changes: SettingChanges }), output: SettingsView },
} as const

export const settingEvents = {
  /** Somebody has changed a setting: this window, another one, or the command line. */
  'settings.changed': SettingsView,
} as const
