import { type BrowserContext, expect, type Page, type WebSocketRoute } from 'playwright/test'
import { test } from './fixtures.ts'
import type { GriotServer } from './host.ts'
import { lineText } from './script-actions.ts'

const conflict = (page: Page, number: number) =>
  page.getByRole('region', { name: `Conflict in line ${number}` })
const saved = (page: Page) => page.getByText('Saved', { exact: true })

/** Opens two windows of one browser on the same script. */
async function twoWindows(
  context: BrowserContext,
  host: GriotServer,
): Promise<readonly [Page, Page]> {
  const first = await context.newPage()
  await first.goto(host.studioUrl)
  await expect(lineText(first, 6)).toBeVisible()
  const second = await context.newPage()
  await second.goto(host.url)
  await expect(lineText(second, 6)).toBeVisible()
  return [first, second]
}

/** Delays all messages between a window and the server for a while, unnoticed by either. */
async function gateMessages(page: Page): Promise<{ hold(): void; release(): void }> {
  let isHeld = false
  const waiting: (() => void)[] = []
  const pass = (send: () => void): void => {
    if (isHeld) waiting.push(send)
    else send()
  }
  await page.routeWebSocket(/studio\/socket/, (socket: WebSocketRoute) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => pass(() => server.send(message)))
    server.onMessage((message) => pass(() => socket.send(message)))
  })
  return {
    hold() {
      isHeld = true
    },
    release() {
      isHeld = false
      for (const send of waiting.splice(0)) send()
    },
  }
}

test('two windows edit different lines, see each other’s changes, and keep them after a reload', {
  tag: '@tour',
}, async ({ context, host }) => {
  const [first, second] = await twoWindows(context, host)
  await lineText(first, 1).fill('Written in the first window.')
  await lineText(second, 2).fill('Ẹ káàárọ̀ láti fèrèsé kejì.')
  await expect(saved(first)).toBeVisible()
  await expect(saved(second)).toBeVisible()
  for (const page of [first, second]) {
    await expect(lineText(page, 1)).toHaveValue('Written in the first window.')
    await expect(lineText(page, 2)).toHaveValue('Ẹ káàárọ̀ láti fèrèsé kejì.')
  }
  for (const page of [first, second]) await page.reload()
  for (const page of [first, second]) {
    await expect(lineText(page, 1)).toHaveValue('Written in the first window.')
    await expect(lineText(page, 2)).toHaveValue('Ẹ káàárọ̀ láti fèrèsé kejì.')
  }
})

test('the caret and the undo steps are kept while another window changes the script', async ({
  context,
  host,
}) => {
  const [first, second] = await twoWindows(context, host)
  await lineText(first, 3).fill('Sannu')
  await lineText(first, 3).press('End')
  await lineText(first, 3).pressSequentially(' da')
  // Above the line that is being edited, one line is deleted, one changed and one moved.
  await second.getByRole('button', { name: 'Delete line 1' }).click()
  await lineText(second, 1).press('Alt+ArrowDown')
  await lineText(second, 3).fill('እንደምን አደሩ')
  await expect(lineText(first, 3)).toHaveValue('እንደምን አደሩ')
  await first.keyboard.type(' zuwa')
  await expect(lineText(first, 1)).toHaveValue('Sannu da zuwa')
  await expect(lineText(first, 1)).toBeFocused()
  await expect(lineText(second, 1)).toHaveValue('Sannu da zuwa')
  // Undo reverts only what was typed in this window.
  while (await first.getByRole('button', { name: 'Undo' }).isEnabled())
    await first.getByRole('button', { name: 'Undo' }).click()
  await expect(first.getByRole('textbox', { name: /^Line \d/ })).toHaveCount(5)
  await expect(lineText(first, 1)).not.toHaveValue(/Sannu da/)
  await expect(lineText(first, 3)).toHaveValue('እንደምን አደሩ')
})

test('what somebody types without pausing survives a crash of the page', async ({
  context,
  host,
}) => {
  const [writing, watching] = await twoWindows(context, host)
  await lineText(writing, 1).fill('')
  const sentence = 'Somebody who types steadily never pauses, and loses nothing.'
  // By the clock of the page: between two keys, and after the last one, no more time passes than this.
  await writing.clock.install()
  await writing.clock.pauseAt(Date.now() + 60_000)
  for (const letter of sentence) {
    await writing.keyboard.type(letter)
    await writing.clock.runFor(190)
  }
  // It was saved while typing continued.
  const inOther = (): Promise<string> => lineText(watching, 1).inputValue()
  await expect.poll(inOther).toContain(sentence.slice(0, 20))
  const seen = await inOther()
  const devTools = await context.newCDPSession(writing)
  // The crashed page never answers.
  devTools.send('Page.crash').catch(() => undefined)
  await writing.waitForEvent('crash')
  await watching.close()
  const again = await context.newPage()
  await again.goto(host.url)
  await expect(lineText(again, 1)).toHaveValue(new RegExp(`^${seen}`))
  expect(sentence).toContain(await lineText(again, 1).inputValue())
})

test('a line edited in two windows is a conflict, and both texts are kept until it is resolved', async ({
  context,
  host,
}) => {
  const [first, second] = await twoWindows(context, host)
  await second.close()
  const late = await context.newPage()
  const gate = await gateMessages(late)
  await late.goto(host.url)
  await expect(lineText(late, 6)).toBeVisible()
  gate.hold()
  for (const number of [1, 2, 3]) {
    await lineText(first, number).fill(`The first window, line ${number}.`)
    await lineText(late, number).fill(`The late window, line ${number}.`)
  }
  await expect(saved(first)).toBeVisible()
  await late.keyboard.press('End')
  gate.release()
  await expect(conflict(late, 1)).toContainText('The first window, line 1.')
  // The text does not change while it is being edited.
  await expect(lineText(late, 3)).toBeFocused()
  await late.keyboard.type(' And more.')
  await expect(lineText(late, 3)).toHaveValue('The late window, line 3. And more.')
  await expect(lineText(first, 3)).toHaveValue('The first window, line 3.')
  await expect(conflict(first, 3)).toContainText('The late window, line 3. And more.')
  const answer = (page: Page, number: number, name: string) =>
    conflict(page, number).getByRole('button', { name }).click()
  await answer(late, 1, 'Keep mine')
  await answer(late, 2, 'Take theirs')
  for (const page of [first, late]) {
    await expect(lineText(page, 1)).toHaveValue('The late window, line 1.')
    await expect(lineText(page, 2)).toHaveValue('The first window, line 2.')
    await expect(conflict(page, 1)).toHaveCount(0)
    await expect(conflict(page, 2)).toHaveCount(0)
  }
  // A crash during the conflict loses neither text.
  await late.close()
  await first.reload()
  await expect(lineText(first, 3)).toHaveValue('The first window, line 3.')
  await answer(first, 3, 'Keep both as two lines')
  await expect(lineText(first, 4)).toHaveValue('The late window, line 3. And more.')
  await expect(saved(first)).toBeVisible()
  await first.reload()
  await expect(lineText(first, 3)).toHaveValue('The first window, line 3.')
  await expect(lineText(first, 4)).toHaveValue('The late window, line 3. And more.')
  await expect(first.getByRole('region', { name: /^Conflict/ })).toHaveCount(0)
})

test('edits made while the program was stopped are merged afterwards, even those of a crashed window', async ({
  context,
  ownHost: host,
  stop,
  restart,
}) => {
  const [first, second] = await twoWindows(context, host)
  await stop()
  await lineText(first, 1).fill('Mo kọ èyí nígbà tí kò sí.')
  await lineText(second, 2).fill('Written in the other window meanwhile.')
  await expect(second.getByText('Not saved yet', { exact: true })).toBeVisible()
  // Until this browser has stored the draft.
  await expect
    .poll(() => second.evaluate(() => JSON.stringify(localStorage)))
    .toContain('meanwhile.')
  const devTools = await context.newCDPSession(second)
  devTools.send('Page.crash').catch(() => undefined)
  await second.waitForEvent('crash')
  await restart()
  await expect(saved(first)).toBeVisible()
  const again = await context.newPage()
  await again.goto(host.url)
  // What the crashed window had is offered, not taken silently.
  const offer = again.getByRole('dialog', { name: 'Restore unsaved edits?' })
  await expect(offer).toContainText('Written in the other window meanwhile.')
  await offer.getByRole('button', { name: 'Restore' }).click()
  for (const page of [first, again]) {
    await expect(lineText(page, 1)).toHaveValue('Mo kọ èyí nígbà tí kò sí.')
    await expect(lineText(page, 2)).toHaveValue('Written in the other window meanwhile.')
  }
})

test('a page of an older build asks for a reload', async ({ page, ownHost: host, restart }) => {
  await page.goto(host.studioUrl)
  await expect(lineText(page, 6)).toBeVisible()
  // The restarted program serves another build of the studio.
  await page.route(`${host.url}/`, async (route) => {
    const body = await (await route.fetch()).text()
    await route.fulfill({ body: body.replace(/index-[\w-]+\.js/, 'index-other.js') })
  })
  await restart()
  await expect(page.getByRole('alert').filter({ hasText: 'Griot was updated.' })).toBeVisible()
  await page.unroute(`${host.url}/`)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(lineText(page, 6)).toBeVisible()
  await expect(page.getByText('Griot was updated.')).toHaveCount(0)
})
