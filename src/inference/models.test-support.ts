/** Model processes for tests, which end with them. */
import { onTestFinished } from 'vitest'
import {
  type ModelProcesses,
  type ModelProcessesOptions,
  openModelProcesses,
} from './model-process.ts'
import type { InstalledPack } from './pack.ts'
import { type PacksForTests, packsForTests, startModelProcess } from './packs.test-support.ts'

/**
 * Opens packs that lie on the disk already. `beforeEnd` is told what ends their processes. Optional. If omitted, they end
 * after the test.
 */
export function openModels(
  packs: readonly InstalledPack[],
  options: Partial<ModelProcessesOptions> = {},
  beforeEnd: (end: () => void) => void = onTestFinished,
): ModelProcesses & { readonly store: PacksForTests } {
  const store = packsForTests(packs)
  const models = openModelProcesses({ start: startModelProcess, store, ...options })
  beforeEnd(() => models.close())
  return { ...models, store }
}
