import { rm } from 'node:fs/promises'
import { test as base } from './fixtures.ts'
import { importPack, type SmallPack, smallCatalog } from './packs-for-tests.ts'

/** Each test gets a program whose catalog has the small packs; `install` installs one. */
export const test = base.extend<{ catalog: string; install: (pack: SmallPack) => void }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  catalog: async ({}, use) => {
    const folder = await smallCatalog()
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  variables: async ({ catalog }, use) => use({ GRIOT_PACKS_CATALOG: catalog }),
  install: async ({ home, variables }, use) => use((pack) => importPack(pack, home, variables)),
})
