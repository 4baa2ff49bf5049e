import { expect } from 'playwright/test'
import { violations } from './axe.ts'
import { test } from './fixtures.ts'
import { chooseFromMenu, lineOf, lineText, openScript, writeLines } from './script-actions.ts'
import { speechRequests } from './speech-requests.ts'

/** What was heard: each word as it was highlighted, and when which line was shown as playing, in milliseconds. */
interface Heard {
  readonly words: string[]
  readonly lines: { readonly line: string; readonly at: number }[]
}

test('the whole script plays without a break, with the word followed and the gaps as they will be exported', {
  tag: '@tour',
}, async ({ page, host }) => {
  const sent = speechRequests(page)
  await page.addInitScript(watchSound)
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Good morning.', 'Come in.', 'Goodbye.')
  const player = page.getByRole('region', { name: 'Player' })
  await page.getByRole('button', { name: 'Speak it', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Export/ }).first()).toBeVisible()
  await page.reload()
  for (const number of [1, 2, 3]) await expect(lineOf(page, number)).toContainText('Ready')
  await expect(player).toContainText(/0:00 \/ 0:0\d · 0:0\d left/)
  await page.evaluate(watchPlayer)
  await player.getByRole('button', { name: 'Play all' }).click()
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await expect(player.getByText('line 3')).toBeVisible()
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  const heard = await page.evaluate((): Heard => Reflect.get(window, 'heard'))
  expect(heard.lines.map(({ line }) => line)).toEqual(['line 1', 'line 2', 'line 3'])
  for (const word of ['morning', 'come', 'goodbye'])
    expect(heard.words.join(' ').toLowerCase()).toContain(word)
  // Every sound begins exactly where the one before ends; takes are 0.35 s apart.
  const scheduled = await page.evaluate((): Scheduled[] => Reflect.get(window, 'scheduled'))
  const sounds = scheduled.filter(({ kind }) => kind === 'sound')
  expect(sounds).toHaveLength(3)
  for (const [index, { start }] of sounds.slice(1).entries()) {
    const before = sounds[index]
    expect(start - (before?.start ?? 0) - (before?.seconds ?? 0)).toBeCloseTo(0.35, 3)
  }
  expect(sent).toHaveLength(3)
})

interface Scheduled {
  readonly kind: 'sound' | 'silence'
  readonly start: number
  readonly seconds: number
}

/** Notes when which sound is scheduled. Runs in the page, before its scripts. */
function watchSound(): void {
  const scheduled: unknown[] = []
  Reflect.set(window, 'scheduled', scheduled)
  const { start } = AudioBufferSourceNode.prototype
  AudioBufferSourceNode.prototype.start = function startAndNote(when = 0, ...rest) {
    scheduled.push({ kind: 'sound', start: when, seconds: this.buffer?.duration ?? 0 })
    start.call(this, when, ...rest)
  }
}

/** Notes every word and line that the player shows. Runs in the page. */
function watchPlayer(): void {
  const heard: Heard = { words: [], lines: [] }
  Reflect.set(window, 'heard', heard)
  const look = (): void => {
    const word = document.querySelector('.take-word[aria-current]')?.textContent ?? ''
    if (word !== '' && heard.words.at(-1) !== word) heard.words.push(word)
    const line = document.querySelector('.player-head span')?.textContent ?? ''
    if (line !== '' && heard.lines.at(-1)?.line !== line) heard.lines.push({ line, at: Date.now() })
    requestAnimationFrame(look)
  }
  look()
}

test('pauses are set once for the whole script, heard and counted, and a line may have its own', async ({
  page,
  host,
}) => {
  await page.addInitScript(watchSound)
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Good morning.', 'Come in.', 'Goodbye.')
  await page.getByRole('button', { name: 'Speak it', exact: true }).click()
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player.getByRole('button', { name: /^Export/ })).toBeVisible()
  await chooseFromMenu(page, 'Pauses…')
  const dialog = page.getByRole('dialog', { name: 'Pauses' })
  await dialog.getByRole('slider', { name: 'Between lines' }).focus()
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
  await expect(dialog).toContainText('Between lines0.5 s')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Script menu' })).toBeFocused()
  // A pause of its own, set with the line, which the dialog finds again.
  await page.getByRole('button', { name: 'Speed of line 2: 1×' }).click()
  const slider = page.getByRole('slider', { name: 'Pause after of line 2' })
  await slider.focus()
  await expect(slider).toHaveAttribute('aria-valuenow', '0.5')
  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Pauses of all lines…' }).click()
  await expect(dialog).toContainText('1 line has a pause of its own.')
  await expect(dialog.getByText(/The script lasts 0:1\d/)).toBeVisible()
  await expect(slider).toBeHidden()
  await dialog.getByRole('button', { name: 'Use these pauses there too' }).click()
  await expect(dialog.getByText(/The script lasts 0:0\d/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(lineOf(page, 3)).toContainText('Ready')
  await player.getByRole('button', { name: 'Play all' }).click()
  await expect(player.getByText('line 3')).toBeVisible()
  const scheduled = await page.evaluate((): Scheduled[] => Reflect.get(window, 'scheduled'))
  const sounds = scheduled.filter(({ kind }) => kind === 'sound')
  expect(sounds).toHaveLength(3)
  for (const [index, { start }] of sounds.slice(1).entries()) {
    const before = sounds[index]
    expect(start - (before?.start ?? 0) - (before?.seconds ?? 0)).toBeCloseTo(0.5, 3)
  }
})

test('the queue tells how far it is, and lets go of one line or of all', async ({ page, host }) => {
  await openScript(page, host.studioUrl)
  const long = 'This sentence is spoken for a while. '.repeat(12)
  await writeLines(page, long, long, long, 'The last one.')
  // Headings do not count as lines.
  await lineText(page, 1).focus()
  await page.keyboard.press('Control+Alt+Enter')
  await expect(page.getByRole('textbox', { name: 'Title of chapter 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Speak it', exact: true }).click()
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player).toContainText(/Speaking \d of 4 · \d+ % · .* left/)
  await player.getByRole('button', { name: /^Speaking/ }).click()
  await page.getByRole('button', { name: 'Cancel line 3' }).click()
  await expect(lineOf(page, 3)).toContainText('Not spoken')
  await page.keyboard.press('Escape')
  await player.getByRole('button', { name: 'Cancel all' }).click()
  await expect(lineOf(page, 4)).toContainText('Not spoken')
  await expect(player.getByRole('button', { name: /^Speaking/ })).toHaveCount(0)
})
