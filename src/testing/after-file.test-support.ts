import { afterAll } from 'vitest'

const endings: (() => unknown)[] = []

/**
 * Has `end` called after the last test of the file that runs now, also if it is asked for within a test or a hook, where
 * vitest's own `afterAll` is too late.
 */
export function afterFile(end: () => unknown): void {
  endings.push(end)
}

/** Called once for each test file, by the set-up of all. */
export function endWithFile(): void {
  afterAll(async () => {
    for (const end of endings.splice(0).reverse()) await end()
  })
}
