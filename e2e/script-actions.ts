import { expect, type Locator, type Page } from 'playwright/test'

/** Text of a line of the script, counted from 1. */
export const lineText = (page: Page, number: number): Locator =>
  page.getByRole('textbox', { name: `Line ${number}`, exact: true })

/** A line of the script with everything around its text. */
export const lineOf = (page: Page, number: number): Locator =>
  page.getByRole('listitem').filter({ has: lineText(page, number) })

/** Opens the studio, with the six lines that it comes with. */
export async function openScript(page: Page, studioUrl: string): Promise<void> {
  await page.goto(studioUrl)
  await expect(lineText(page, 6)).toBeVisible()
}

/** Writes these lines instead of the six. */
export async function writeLines(page: Page, ...texts: readonly string[]): Promise<void> {
  for (let number = 6; number > texts.length; number--)
    await page.getByRole('button', { name: `Delete line ${number}`, exact: true }).click()
  for (const [at, text] of texts.entries()) await lineText(page, at + 1).fill(text)
}

/** Chooses an item of the script menu. */
export async function chooseFromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Script menu' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
