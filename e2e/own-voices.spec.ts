import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { test } from './fixtures.ts'

const CLI = join(import.meta.dirname, '../out/main/cli.js')
const READ = 'The old man walked slowly down to the river and sat on a stone by the water.'

test('a voice created over HTTP appears in the studio at once, can be played and used, until it is deleted', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await expect(page.getByRole('button', { name: 'Voice for line 1: Lina' })).toBeVisible()

  const recording = join(host.home, 'ohùn.wav')
  execFileSync(process.execPath, [CLI, 'say', READ, '--voice', 'lucy', '--out', recording], {
    stdio: 'ignore',
  })
  const form = new FormData()
  for (const [name, value] of Object.entries({ transcript: READ, name: 'Ìyá mi', consent: 'true' }))
    form.append(name, value)
  form.append('audio', new Blob([Uint8Array.from(await readFile(recording))]), 'ohùn.wav')
  const headers = { authorization: `Bearer ${host.key}` }
  const made = await fetch(`${host.url}/v1/voices`, { method: 'POST', headers, body: form })
  expect(made.status).toBe(201)
  const id = String(Object(await made.json()).voice_id)

  const picker = page.getByRole('button', { name: /^Voice for line 1/ })
  await picker.click()
  const mine = page.getByText('Your voices')
  await expect(mine).toBeVisible()
  await page.getByRole('button', { name: 'Listen to Ìyá mi', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Listen to Ìyá mi', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByRole('textbox', { name: 'Search voices for line 1' }).fill('iya')
  await page.getByRole('option', { name: /^Ìyá mi/ }).click()
  await expect(picker).toHaveAccessibleName('Voice for line 1: Ìyá mi')
  await page.getByRole('button', { name: 'Speak it', exact: true }).click()
  await expect(page.getByRole('slider', { name: 'Waveform of line 1' })).toBeVisible()

  const gone = await fetch(`${host.url}/v1/voices/${id}`, { method: 'DELETE', headers })
  expect(gone.status).toBe(200)
  await picker.click()
  await expect(mine).toBeHidden()
  await expect(picker).toHaveAccessibleName(/Deleted voice/)
})
