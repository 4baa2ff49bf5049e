const KEY = 'griot.project'

/** Id of the project that this tab has open, over its reloads. */
export function currentProject(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

/** Remembers the project of this tab. */
export function rememberProject(id: string): void {
  try {
    sessionStorage.setItem(KEY, id)
  } catch {
    // Storage is disabled: a reload opens the project that was opened last anywhere.
  }
}

/** Forgets the project of this tab. */
export function forgetProject(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}
