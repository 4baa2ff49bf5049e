import { expect } from 'playwright/test'
import { test } from './fixtures.ts'
import { lineOf, lineText, openScript, writeLines } from './script-actions.ts'

test('after one changed word only that line is spoken again, and nothing is lost in a reload', {
  tag: '@tour',
}, async ({ page, host }) => {
  const started: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('speech.start')) started.push(String(payload))
    }),
  )
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Good morning.', 'Come in.', 'Ina kwana?')
  await page.getByRole('button', { name: 'Speak it', exact: true }).click()
  for (const number of [1, 2, 3]) await expect(lineOf(page, number)).toContainText('Ready')
  expect(started).toHaveLength(3)
  // A line that is edited before its turn to be played is spoken again for it: the edit has to come after.
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player).toContainText('line 3')
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await lineText(page, 3).fill('Barka da yamma. Na rage farashi kaɗan.')
  await expect(lineOf(page, 3)).toContainText('Changed')
  await expect(lineOf(page, 2)).toContainText('Ready')
  await page.getByRole('button', { name: /^Speak changed/ }).click()
  await expect(lineOf(page, 3)).toContainText('Ready')
  expect(started).toHaveLength(4)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(lineText(page, 3)).toHaveValue('Barka da yamma. Na rage farashi kaɗan.')
})

test('lines are split, joined, moved and restored by undo with the keyboard', {
  tag: '@tour',
}, async ({ page, host }) => {
  await page.goto(host.studioUrl)
  await lineText(page, 1).fill('First half. Second half.')
  await lineText(page, 1).focus()
  await page.keyboard.press('End')
  for (let i = 0; i < 'Second half.'.length; i++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(lineText(page, 2)).toHaveValue('Second half.')
  await expect(page.getByRole('textbox', { name: /^Line \d/ })).toHaveCount(7)
  await page.keyboard.press('Home')
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('textbox', { name: /^Line \d/ })).toHaveCount(6)
  await expect(lineText(page, 1)).toHaveValue(/First half\.\s*Second half\./)
  await lineText(page, 1).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(lineText(page, 2)).toHaveValue(/First half/)
  await page.keyboard.press('Control+z')
  await expect(lineText(page, 1)).toHaveValue(/First half/)
  await expect(lineText(page, 1)).toBeFocused()
  await page.getByRole('button', { name: 'Add line' }).click()
  await expect(lineText(page, 7)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(lineText(page, 7)).toHaveCount(0)
  await expect(lineText(page, 6)).toBeFocused()
  await page.keyboard.press('Control+Shift+z')
  await expect(lineText(page, 7)).toBeFocused()
})

test('a line has to be spoken again after a change of voice', async ({ page, host }) => {
  await page.goto(host.studioUrl)
  await page.getByRole('button', { name: 'Play line 3' }).click()
  await expect(lineOf(page, 3)).toContainText('Ready')
  await page.getByRole('button', { name: /^Voice for line 3/ }).click()
  await page.getByRole('option', { name: /Kingsley/ }).click()
  await expect(page.getByRole('button', { name: 'Voice for line 3: Kingsley' })).toBeVisible()
  // The text is still Hausa, whichever voice speaks it.
  await expect(page.getByRole('button', { name: 'Language of line 3: Hausa' })).toBeVisible()
  await expect(lineOf(page, 3)).toContainText('Changed')
})

test('the line that is playing scrolls into view, and a voice whose name matches the search comes first', async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 640, height: 400 })
  await page.goto(host.studioUrl)
  await page.getByRole('textbox', { name: 'Line 1' }).fill('Yes.')
  await expect(page.getByRole('textbox', { name: 'Line 3' })).not.toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Speak it', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Line 3' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('button', { name: 'Voice for line 2: Sade' }).click()
  await page.getByRole('textbox', { name: 'Search voices for line 2' }).fill('fem')
  await expect(page.getByRole('option').first()).toContainText('Femi')
  await expect(page.getByRole('option').first()).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Voice for line 2: Femi' })).toBeFocused()
})

test('a line that cannot be spoken keeps its text, shows why and can be retried', {
  tag: '@tour',
}, async ({ page, host }) => {
  await page.goto(host.studioUrl)
  await lineText(page, 2).fill('你好世界')
  await page.getByRole('button', { name: 'Play line 2' }).click()
  await expect(lineOf(page, 2)).toContainText('Chinese')
  await expect(lineText(page, 2)).toHaveValue('你好世界')
  await lineText(page, 2).fill('Good evening.')
  await page.getByRole('button', { name: 'Play line 2' }).click()
  await expect(lineOf(page, 2)).toContainText('Ready')
})

test('a speech process that crashes is replaced without the user noticing', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await page.getByRole('button', { name: 'Play line 1' }).click()
  await expect(lineOf(page, 1)).toContainText('Ready')
  process.kill(host.speechPid(), 'SIGKILL')
  await page.getByRole('button', { name: 'Play line 2' }).click()
  await expect(lineOf(page, 2)).toContainText('Ready')
})

test('after a restart of the program, the studio still has every word', async ({
  page,
  ownHost: host,
  stop,
  restart,
}) => {
  await page.goto(host.studioUrl)
  await lineText(page, 1).fill('Typed before the program ended.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await stop()
  await lineText(page, 1).fill('Mo kọ èyí nígbà tí kò sí.')
  await restart()
  // The open tab reconnects by itself without a new link, and a new tab opens too.
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const language = page.getByRole('button', { name: 'Language of line 1: Yoruba' })
  await expect(language).toBeVisible()
  await page.goto(host.url)
  await expect(lineText(page, 1)).toHaveValue('Mo kọ èyí nígbà tí kò sí.')
  await page.getByRole('button', { name: 'Play line 1' }).click()
  await expect(lineOf(page, 1)).toContainText('Ready')
})
