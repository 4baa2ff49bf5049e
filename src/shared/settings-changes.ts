import type { CastMember, ScriptSettings, SettingsChange } from './script.ts'

/** Settings after a change; undefined where none are left. Of the cast, names that the change does not have stay. */
export function changedSettings(
  settings: ScriptSettings | undefined,
  change: SettingsChange,
): ScriptSettings | undefined {
  const { cast, ...others } = change
  const changed = withoutNulls({ ...settings, ...others })
  const members: Record<string, CastMember> = cast
    ? withoutNulls({ ...settings?.cast, ...cast })
    : { ...settings?.cast }
  const { cast: _, ...rest } = changed
  const all: ScriptSettings = { ...rest, ...(Object.keys(members).length > 0 && { cast: members }) }
  return Object.keys(all).length > 0 ? all : undefined
}

/** The change that leads from some settings to others; undefined where they are the same. */
export function settingsBetween(
  before: ScriptSettings = {},
  after: ScriptSettings = {},
): SettingsChange | undefined {
  if (before === after) return undefined
  const { cast: castBefore, ...restBefore } = before
  const { cast: castAfter, ...restAfter } = after
  const cast = differences(castBefore ?? {}, castAfter ?? {}) as SettingsChange['cast'] & object
  const change: SettingsChange = {
    ...differences(restBefore, restAfter),
    ...(Object.keys(cast).length > 0 && { cast }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}

/** What is new or other in `after`, and null for what it lacks. */
function differences<T extends object>(
  before: T,
  after: T,
): { [K in keyof T]?: NonNullable<T[K]> | null } {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof T>
  const different = [...keys].filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  return Object.fromEntries(different.map((key) => [key, after[key] ?? null])) as {
    [K in keyof T]?: NonNullable<T[K]> | null
  }
}

function withoutNulls<T extends object>(values: T): { [K in keyof T]: NonNullable<T[K]> } {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as { [K in keyof T]: NonNullable<T[K]> }
}
