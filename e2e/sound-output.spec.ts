import { expect, type Page } from 'playwright/test'
import { test } from './fixtures.ts'
import { lineOf, lineText, openScript } from './script-actions.ts'

/** Keeps the audio contexts of the page, so that a test can do to them what the loss of a device does: Chromium suspends them. */
async function keepContexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const Original = window.AudioContext
    const kept: AudioContext[] = []
    window.AudioContext = class extends Original {
      constructor(options?: AudioContextOptions) {
        super(options)
        kept.push(this)
      }
    }
    Object.assign(window, { keptContexts: kept })
  })
}

const contexts = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { keptContexts: AudioContext[] }).keptContexts.map(({ state }) => state),
  )

test('headphones that are unplugged while a line plays pause it where it was, and it goes on with what is there', async ({
  page,
  host,
}) => {
  await keepContexts(page)
  await openScript(page, host.studioUrl)
  await lineText(page, 1).fill(
    'This line is long enough to be heard for a while, until it is interrupted and goes on. '.repeat(
      2,
    ),
  )
  await page.getByRole('button', { name: 'Play line 1' }).click()
  await expect(lineOf(page, 1)).toContainText('Ready')
  await page.evaluate(suspendAfterSecond)
  await expect(page.getByText('The sound output was lost')).toBeVisible()
  const controls = page.getByRole('group', { name: 'Transport' })
  await controls.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(controls.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  // It goes on from where it was, in a context of its own.
  await page.waitForFunction(() =>
    /^\D*0:0[3-9] \//.test(document.querySelector('.script-time')?.textContent ?? ''),
  )
  expect(await contexts(page)).toEqual(['closed', 'running'])
  await expect(controls.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
})

/** Suspends the sound once a second was heard. Runs in the page, which looks at every frame: the line plays on meanwhile. */
async function suspendAfterSecond(): Promise<void> {
  const isHeard = (): boolean =>
    /0:0[1-9] \//.test(document.querySelector('.script-time')?.textContent ?? '')
  while (!isHeard()) await new Promise(requestAnimationFrame)
  const { keptContexts } = window as unknown as { keptContexts: AudioContext[] }
  await keptContexts.at(-1)?.suspend()
}
