const nameOf = (window: string): string => `griot.window ${window}`

/** Holds a lock in this browser for as long as this page lives, so that other pages know that it does. */
export function holdWindow(window: string): void {
  void lockManager()?.request(nameOf(window), () => new Promise(() => undefined))
}

/** Whether the page of a window is open in this browser. `unknown`: the browser does not tell (it needs https or localhost). */
export async function isWindowOpen(window: string): Promise<'open' | 'gone' | 'unknown'> {
  const held = (await lockManager()?.query())?.held
  if (!held) return 'unknown'
  return held.some(({ name }) => name === nameOf(window)) ? 'open' : 'gone'
}

/** Undefined in an insecure context. */
function lockManager(): LockManager | undefined {
  return navigator.locks
}
