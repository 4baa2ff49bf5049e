import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { tinyPack } from '#inference/packs.test-support.ts'
import { writeSpeechCatalog } from '#inference/speech-catalog.test-support.ts'
import { test as base } from './fixtures.ts'

const CLI = join(import.meta.dirname, '../out/main/cli.js')

const test = base.extend<object, { catalog: string }>({
  catalog: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'griot àpò '))
      await use(writeSpeechCatalog(folder, ['tiny-kokoro']))
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  variables: [
    async ({ catalog }, use) => use({ GRIOT_PACKS_CATALOG: catalog }),
    { scope: 'worker' },
  ],
})

/** Runs a command beside the program, as in a second terminal. */
async function griot(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: 'inherit' })
  expect(await once(child, 'exit')).toEqual([0, null])
}

test('the voices of a pack come to an open studio with it, speak, and go with it', async ({
  page,
  host,
  variables,
}) => {
  const env = { ...process.env, ...variables, GRIOT_HOME: host.home }
  await page.goto(host.studioUrl)
  await page.getByRole('link', { name: 'Voices', exact: true }).click()
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(28)
  const { folder } = tinyPack('tiny-kokoro')
  await griot(env, 'models', 'import', folder, '--accept-licence', 'CC-BY-NC-4.0')
  await expect(cards).toHaveCount(30)
  const heart = cards.filter({ hasText: 'Heart (Tiny kokoro)' })
  await expect(heart).toContainText('not for commercial use (CC-BY-NC-4.0)')
  const listen = page.getByRole('button', { name: 'Listen to Heart (Tiny kokoro)' })
  await listen.click()
  await expect(listen).toHaveAttribute('aria-pressed', 'true')
  await griot(env, 'models', 'remove', 'tiny-kokoro')
  await expect(cards).toHaveCount(28)
})
