import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { test } from './fixtures.ts'

test('when the disk is full, the API screen says so and names what still works, until there is space again', async ({
  page,
  ownHost: host,
}) => {
  await page.goto(host.studioUrl)
  await page.getByRole('link', { name: 'API' }).click()
  const state = page.getByRole('status', { name: 'State of the API' })
  await expect(state).toContainText('Ready')
  // A folder in place of the reserve makes it impossible to reserve space.
  const reserve = join(host.home, 'reserve.bin')
  await rm(reserve)
  await mkdir(reserve)
  await expect(state).toContainText('Cannot sign or store')
  await expect(state).toContainText('pcm_s16le, mulaw and alaw still work')
  expect((await fetch(`${host.url}/health`)).status).toBe(200)
  const headers = { authorization: `Bearer ${host.key}`, 'content-type': 'application/json' }
  const say = async (format: string): Promise<number> => {
    const body = JSON.stringify({ text: 'Good morning.', voice: 'lina', format })
    return (await fetch(`${host.url}/v1/speech`, { method: 'POST', headers, body })).status
  }
  expect([await say('mp3'), await say('pcm_s16le')]).toEqual([507, 200])
  await rm(reserve, { recursive: true })
  await expect(state).toContainText('Ready')
  expect(await say('mp3')).toBe(200)
})
