import { expect, type Page } from 'playwright/test'
import { violations } from './axe.ts'
import { test } from './fixtures.ts'
import { openScript } from './script-actions.ts'

const EXTENSION = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop'
const APP = 'app://obsidian.md'

/** Status with which the API answers to a page of this origin. */
async function statusFor(url: string, origin: string): Promise<number> {
  return (await fetch(`${url}/openapi.json`, { headers: { origin } })).status
}

const question = (page: Page, origin: string) => page.getByRole('alert').filter({ hasText: origin })

test('the studio asks about an extension that was refused, remembers the answer, and takes it back', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  expect(await statusFor(host.url, 'https://evil.example')).toBe(403)
  expect(await statusFor(host.url, EXTENSION)).toBe(403)
  expect(await statusFor(host.url, APP)).toBe(403)
  await expect(question(page, EXTENSION)).toContainText('A browser extension wants to use Griot')
  expect(await violations(page)).toEqual([])
  await page.reload()
  await question(page, EXTENSION).getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(question(page, APP)).toContainText('An app wants to use Griot')
  await question(page, APP).getByRole('button', { name: 'Never allow' }).click()
  await expect(question(page, APP)).toHaveCount(0)
  expect(await statusFor(host.url, EXTENSION)).toBe(200)
  expect(await statusFor(host.url, APP)).toBe(403)

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const allowed = page.getByRole('list', { name: 'Allowed apps' })
  const refused = page.getByRole('list', { name: 'Refused apps' })
  await expect(refused.getByRole('listitem')).toContainText(APP)
  await allowed.getByRole('button', { name: `Remove ${EXTENSION}` }).click()
  await expect(allowed.getByRole('listitem')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  expect(await statusFor(host.url, EXTENSION)).toBe(403)
  await question(page, EXTENSION).getByRole('button', { name: 'Never allow' }).click()
  await expect(refused.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('alert')).toHaveCount(0)
})
