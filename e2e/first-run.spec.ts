import { expect } from 'playwright/test'
import { test } from './fixtures.ts'
import { lineOf, openScript, writeLines } from './script-actions.ts'

test('a new user opens the studio, clicks one button and hears six languages', {
  tag: '@tour',
}, async ({ page, host }) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(host.studioUrl)
  await expect(page).toHaveURL(`${host.url}/`)
  const texts = page.getByRole('textbox', { name: /^Line \d/ })
  await expect(texts).toHaveCount(6)
  // Each line has the language attribute that screen readers need.
  const languages = await texts.evaluateAll((boxes) => boxes.map((box) => box.getAttribute('lang')))
  expect(languages).toEqual(['en', 'yo', 'ha', 'ig', 'am', 'pcm'])
  const line = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('textbox', { name: 'Line 1' }) })
  await expect(line).toContainText('Not spoken')
  await page.getByRole('button', { name: 'Speak it', exact: true }).click()
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player.getByRole('button', { name: 'Stop' })).toBeVisible()
  await expect(line).toContainText('Ready')
  // Words of the take, as they are spoken.
  await expect(player).toContainText(/good\s*morning\s*and\s*welcome/i)
  for (const item of await page.getByRole('listitem').all())
    await expect(item).toContainText('Ready')
  // The other languages follow by themselves; there is no need to play all six to the end.
  await expect(player).toContainText(/line\s*[2-6]/)
  await player.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: /^Export/ }).first()).toBeVisible()
  expect(problems).toEqual([])
})

test('the first API key is shown once, with a working shell command', async ({
  page,
  // The program shows it once in its life: another journey that opens the API screen would use that up.
  ownHost: host,
}) => {
  await page.goto(host.studioUrl)
  await expect(page.getByRole('textbox', { name: 'Line 1' })).toBeVisible()
  const notice = page.getByRole('region', { name: 'Your API key' })
  await expect(notice).toBeHidden()
  await page.getByRole('link', { name: 'API', exact: true }).click()
  const curl = await notice.getByText(/^curl /).textContent()
  const key = /Bearer (\S+)'/.exec(curl ?? '')?.[1] ?? ''
  const answer = await page.request.post(`${host.url}/v1/speech`, {
    headers: { authorization: `Bearer ${key}` },
    data: { text: 'Good morning.', voice: 'lina' },
  })
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('audio/mpeg')
  await notice.getByRole('button', { name: 'Dismiss the API key' }).click()
  await expect(notice).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'API', level: 1 })).toBeVisible()
  await expect(notice).toBeHidden()
})

test('the link works once, and any other browser is told how to sign in', { tag: '@tour' }, async ({
  page,
  host,
  browser,
}) => {
  await page.goto(host.studioUrl)
  await expect(page.getByRole('textbox', { name: 'Line 1' })).toBeVisible()
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(host.studioUrl)
  await expect(stranger.getByRole('textbox', { name: 'Line 1' })).toHaveCount(0)
  await expect(stranger.locator('body')).toContainText(/terminal/i)
  await stranger.getByLabel('Or paste an API key').fill(host.key)
  await stranger.getByRole('button', { name: 'Sign in' }).click()
  await expect(stranger.getByRole('textbox', { name: 'Line 1' })).toBeVisible()
  await stranger.context().close()
})

test('a screen reader is not told how far the speech is while takes play: it would talk over them', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Good morning, and welcome to the market of Bodija.', 'Good night.')
  await page.evaluate(() => {
    const region = document.querySelector('[role="status"][aria-live="polite"]')
    const said: string[] = []
    Object.assign(window, { said })
    const isPlaying = (): boolean =>
      document.querySelector('.player-panel .primary')?.getAttribute('data-kind') === 'stop'
    new MutationObserver(() => {
      if (isPlaying()) said.push(region?.textContent ?? '')
    }).observe(region ?? document.body, { childList: true, characterData: true, subtree: true })
  })
  await page.getByRole('button', { name: 'Speak it', exact: true }).click()
  for (const number of [1, 2]) await expect(lineOf(page, number)).toContainText('Ready')
  const said = await page.evaluate(() => Reflect.get(window, 'said'))
  expect(said).not.toContainEqual(expect.stringMatching(/ready|Speaking/))
})
