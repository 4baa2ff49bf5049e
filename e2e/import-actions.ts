import type { Locator, Page } from 'playwright/test'
import { docx, paragraph } from '#app/imports/docx.test-support.ts'
import { chooseFromMenu } from './script-actions.ts'

/** A play of five lines in a Word document, with a heading, three names and two stage directions. */
export const DRAMA = docx(
  [
    paragraph('Ilé ẹjọ́', 'Heading1'),
    paragraph('Narrator: The court is full this morning.'),
    paragraph('Ṣọlá: Ẹ káàárọ̀, ẹ̀yin ará ilé. Báwo ni ẹ ṣe wà lónìí?'),
    paragraph('Chidi (laughing): Good morning, my people. [door closes] Sit down, please.'),
    paragraph('Ṣọlá: Mo ti dé láti ọjà, mo sì ra iṣu àti ẹ̀wà.'),
    paragraph('Narrator: He sat down and waited for the judge.'),
  ].join(''),
)

/** The dialog of imports. */
export const importDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Import a script' })

/** Chooses a file in the script menu, and answers the dialog that opens. */
export async function importFile(
  page: Page,
  name: string,
  content: string | Uint8Array,
): Promise<Locator> {
  const asked = page.waitForEvent('filechooser')
  await chooseFromMenu(page, 'Import a script…')
  const mimeType = 'application/octet-stream'
  await (await asked).setFiles({ name, mimeType, buffer: Buffer.from(content) })
  return importDialog(page)
}
