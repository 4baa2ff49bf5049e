import { rm } from 'node:fs/promises'
import { test as base } from './fixtures.ts'
import { importPack, type SmallPack, smallCatalog } from './packs-for-tests.ts'

/** The catalog of the programs has the small packs; `install` installs one in `host`, for one journey. */
export const test = base.extend<{ install: (pack: SmallPack) => void }, { catalog: string }>({
  catalog: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const folder = await smallCatalog()
      await use(folder)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  variables: [
    async ({ catalog }, use) => use({ GRIOT_PACKS_CATALOG: catalog }),
    { scope: 'worker' },
  ],
  install: async ({ host, variables }, use) =>
    use((pack) => importPack(pack, host.home, variables)),
})
