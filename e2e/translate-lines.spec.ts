import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { expect, type Page } from 'playwright/test'
import { violations } from './axe.ts'
import { test as plain } from './fixtures.ts'
import { test as base } from './fixtures-with-packs.ts'
import { importPack } from './packs-for-tests.ts'
import { chooseFromMenu, lineOf, lineText, openScript, writeLines } from './script-actions.ts'

/** A translation server of the person's, which answers as LibreTranslate does, or not at all. */
interface Translator {
  readonly url: string
  isDown: boolean
}

const test = base.extend<{ translator: Translator }, { openTranslator: Translator }>({
  openTranslator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const translator = { url: '', isDown: false }
      const server = createServer(async (request, response) => {
        const { q = '' } = JSON.parse((await readAll(request)) || '{}') as { q?: string }
        response.writeHead(translator.isDown ? 500 : 200, { 'content-type': 'application/json' })
        const known: Readonly<Record<string, string>> = {
          'Good morning.': 'Ẹ káàárọ̀.',
          'The children have come.': 'Àwọn ọmọ ti dé.',
        }
        response.end(JSON.stringify(translator.isDown ? {} : { translatedText: known[q] ?? q }))
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      // A TCP server has an address object.
      translator.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      await use(translator)
      server.closeAllConnections()
      server.close()
    },
    { scope: 'worker' },
  ],
  // For every test: one that does not ask for the translator needs it to be up, too.
  translator: [
    async ({ openTranslator }, use) => {
      openTranslator.isDown = false
      await use(openTranslator)
    },
    { auto: true },
  ],
  variables: [
    async ({ catalog, openTranslator }, use) =>
      use({ GRIOT_PACKS_CATALOG: catalog, GRIOT_TRANSLATE_URL: openTranslator.url }),
    { scope: 'worker' },
  ],
})

async function openDialog(page: Page) {
  await chooseFromMenu(page, 'Translate…')
  return page.getByRole('dialog', { name: 'Translate lines' })
}

/** Opens the studio with these English lines alone. */
async function openWith(page: Page, url: string, ...texts: readonly string[]): Promise<void> {
  await openScript(page, url)
  await writeLines(page, ...texts)
  for (let number = 1; number <= texts.length; number++) {
    await page.getByRole('button', { name: new RegExp(`^Language of line ${number}:`) }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
  }
}

test('lines are translated by a server, corrected, remembered and taken back', async ({
  page,
  host,
  translator,
}) => {
  await openWith(page, host.studioUrl, 'Good morning.', 'The children have come.')
  const dialog = await openDialog(page)
  await dialog.getByRole('combobox', { name: 'Into' }).selectOption('Yoruba')
  await dialog.getByRole('combobox', { name: 'Form of address' }).selectOption('Polite')
  await expect(dialog.getByRole('checkbox')).toHaveCount(3)
  await dialog.getByText('In place of the lines').click()
  await dialog.getByRole('button', { name: 'Translate 2 lines' }).click()
  await expect(dialog).toContainText('2 lines were translated into Yoruba.')
  const server = `Your server: ${new URL(translator.url).host}`
  await expect(dialog).toContainText(server)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(lineText(page, 1)).toHaveValue('Ẹ káàárọ̀.')
  await expect(lineText(page, 2)).toHaveValue('Àwọn ọmọ ti dé.')
  await expect(lineOf(page, 2)).toContainText(server)
  // A Yoruba voice of the same gender speaks it.
  await expect(page.getByRole('button', { name: /^Voice for line 1: (Sade|Funmi)/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Language of line 1: Yoruba' })).toBeVisible()

  await lineText(page, 1).fill('Ẹ kú àárọ̀ o.')
  await page.getByRole('button', { name: 'Remember this correction of line 1' }).click()
  await expect(lineOf(page, 1)).toContainText('This correction is remembered.')
  const headers = { authorization: `Bearer ${host.key}` }
  const memory = await page.request.get(`${host.url}/v1/translation-memory`, { headers })
  expect(JSON.stringify(await memory.json())).toContain('Ẹ kú àárọ̀ o.')
  for (let undone = 0; undone < 20; undone++) {
    if ((await lineText(page, 1).inputValue()) === 'Good morning.') break
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
  }
  await expect(lineText(page, 1)).toHaveValue('Good morning.')
  await expect(lineText(page, 2)).toHaveValue('The children have come.')
})

test('a pack stands in for a server that is down, and it is said; lines that are left out stay', async ({
  page,
  // The program does not ask a server again soon that was down.
  ownHost: host,
  variables,
  translator,
}) => {
  importPack('tiny-nllb', host.home, variables)
  translator.isDown = true
  await openWith(page, host.studioUrl, 'one two three.', 'Good morning.')
  const dialog = await openDialog(page)
  await dialog.getByRole('checkbox', { name: /Good morning/ }).uncheck()
  await dialog.getByText('Below each line').click()
  await dialog.getByRole('button', { name: 'Translate 1 line' }).click()
  await expect(dialog).toContainText('1 line was translated into Yoruba.')
  await expect(dialog).toContainText('Pack Small translator')
  await expect(dialog.getByRole('list', { name: 'Notices' })).toContainText(/server|service|500/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(lineText(page, 1)).toHaveValue('one two three.')
  await expect(lineText(page, 2)).toHaveValue('ọ̀kan èjì ẹ̀ta.'.normalize('NFC'))
  await expect(lineText(page, 3)).toHaveValue('Good morning.')
})

plain(
  'with nothing installed and no server, the built-in translator helps with words; what is in doubt is spoken with the others once it was accepted',
  { tag: '@tour' },
  async ({ page, host }) => {
    await openWith(page, host.studioUrl, 'The president said that the people want peace.')
    const dialog = await openDialog(page)
    await dialog.getByRole('combobox', { name: 'Into' }).selectOption('Yoruba')
    await dialog.getByRole('button', { name: 'Translate 1 line' }).click()
    await expect(dialog).toContainText('1 line was translated into Yoruba.')
    await expect(dialog).toContainText('Word help')
    await expect(dialog).toContainText('1 translation is in doubt.')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(lineText(page, 1)).toHaveValue(/ààrẹ.*àlàáfíà/i)
    await expect(lineOf(page, 1)).toContainText('Word help')
    const doubts = page.getByRole('region', { name: 'Doubts about line 1' })
    await expect(doubts).toContainText(/Check this translation before it is spoken/)
    expect(await violations(page)).toEqual([])
    const wait = page.getByRole('button', { name: 'Accept translations first (1)' })
    await expect(wait).toBeDisabled()
    const accept = page.getByRole('button', { name: 'Accept the translation of line 1' })
    await accept.click()
    await expect(doubts).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Speak it' })).toBeEnabled()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(wait).toBeDisabled()
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    await expect(doubts).toHaveCount(0)
    // It belongs to the project, and another text is in doubt again.
    await page.reload()
    await expect(lineText(page, 1)).toHaveValue(/ààrẹ.*àlàáfíà/i)
    await expect(doubts).toHaveCount(0)
    await lineText(page, 1).press('End')
    await lineText(page, 1).pressSequentially(' Ó dára.')
    await expect(wait).toBeDisabled()
    await expect(accept).toBeVisible()
  },
)

test('the original stands beside its translation; when it changes, the line says so and is translated again', async ({
  page,
  host,
}) => {
  await openWith(page, host.studioUrl, 'Good morning.', 'Good evening.')
  await page.getByRole('button', { name: 'Select line 1', exact: true }).click()
  await page.getByRole('button', { name: 'Translate the selected lines' }).click()
  const dialog = page.getByRole('dialog', { name: 'Translate lines' })
  await dialog.getByRole('button', { name: 'Translate 1 line' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const original = page.getByRole('textbox', { name: 'Original of line 1', exact: true })
  await expect(original).toHaveValue('Good morning.')
  await expect(lineText(page, 1)).toHaveValue('Ẹ káàárọ̀.')
  await expect(lineText(page, 2)).toHaveValue('Good evening.')
  const outdated = page.getByText('Changed since it was translated.')
  await expect(outdated).toBeHidden()

  // The on-screen keys write where the caret is, not into the translation.
  await page.keyboard.press('Control+Alt+k')
  await original.press('End')
  await page
    .getByRole('region', { name: 'On-screen keys' })
    .getByRole('button', { name: 'ẹ', exact: true })
    .click()
  await expect(original).toHaveValue('Good morning.ẹ')
  await expect(lineText(page, 1)).toHaveValue('Ẹ káàárọ̀.')
  await page.keyboard.press('Control+Alt+k')
  await original.fill('The children have come.')
  await expect(outdated).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(outdated).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Translate again: line 1' }).click()
  await expect(lineText(page, 1)).toHaveValue('Àwọn ọmọ ti dé.')
  await expect(outdated).toBeHidden()
  await expect(lineText(page, 1)).toBeFocused()

  await lineText(page, 1).fill('Àwọn ọmọdé ti dé.')
  await page.getByRole('button', { name: 'Remember this correction of line 1' }).click()
  await expect(lineOf(page, 1)).toContainText('This correction is remembered.')
  await page.getByRole('button', { name: 'Original of line 1: menu' }).click()
  await page.getByRole('menuitem', { name: 'Speak the original instead' }).click()
  await expect(lineText(page, 1)).toHaveValue('The children have come.')
  await expect(lineText(page, 1)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Language of line 1: English' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(lineText(page, 1)).toHaveValue('Àwọn ọmọdé ti dé.')
  await page.getByRole('button', { name: 'Original of line 1: menu' }).click()
  await page.getByRole('menuitem', { name: 'Remove the original' }).click()
  await expect(original).toBeHidden()
})

test('all changed originals are translated again at once, as one step, and the language that is proposed is another one', async ({
  page,
  host,
}) => {
  await openWith(page, host.studioUrl, 'Good morning.', 'Good evening.', 'Good night.')
  await lineText(page, 2).focus()
  await page.keyboard.press('Control+Alt+Enter')
  const dialog = await openDialog(page)
  await expect(dialog.getByRole('checkbox', { name: 'Line 2: Good evening.' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Translate 3 lines' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const again = page.getByRole('button', { name: /^Translate changed/ })
  await expect(again).toBeHidden()
  for (const number of [1, 3])
    await page
      .getByRole('textbox', { name: `Original of line ${number}`, exact: true })
      .fill('The children have come.')
  await lineText(page, 3).fill('A correction.')
  await expect(again).toHaveText('Translate changed (2)')
  await again.click()
  for (const number of [1, 3]) await expect(lineText(page, number)).toHaveValue('Àwọn ọmọ ti dé.')
  await expect(again).toBeHidden()
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(lineText(page, 3)).toHaveValue('A correction.')
  await expect(again).toHaveText('Translate changed (2)')
  // The lines are Yoruba now: the dialog no longer proposes that.
  await openDialog(page)
  await expect(dialog.getByRole('combobox', { name: 'Into' })).toHaveValue('en')
})
