import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from 'playwright/test'
import { openExport } from './export-actions.ts'
import { test } from './fixtures.ts'
import { lineText, openScript } from './script-actions.ts'

const css = readFileSync(join(import.meta.dirname, '../src/renderer/app/theme.css'), 'utf8')
const dark = css.slice(css.indexOf('[data-mantine-color-scheme="dark"]'))

/**
 * Relative luminance of a colour written as `--name: #rrggbb` (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance).
 */
function luminance(theme: string, name: string): number {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6})`).exec(theme)?.[1] ?? ''
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two colours, 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
function contrast(theme: string, foreground: string, background: string): number {
  const [one, other] = [luminance(theme, foreground), luminance(theme, background)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

for (const [name, theme] of [
  ['light', css],
  ['dark', dark],
] as const)
  test(`every text colour of the ${name} theme is readable on both backgrounds`, () => {
    for (const background of ['background', 'surface']) {
      expect(contrast(theme, 'text', background)).toBeGreaterThan(7)
      for (const text of ['text-secondary', 'accent', 'success', 'warning', 'error'])
        expect([text, contrast(theme, text, background) >= 4.5]).toEqual([text, true])
      expect(contrast(theme, 'text-disabled', background)).toBeGreaterThan(3)
    }
  })

test('with forced colours, what is switched on, chosen or selected is still told apart', async ({
  page,
  host,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await openScript(page, host.studioUrl)
  const look = async (one: Locator): Promise<string> => {
    const picture = (await one.screenshot({ animations: 'disabled' })).toString('base64')
    expect(await coloursIn(page, picture)).toBeGreaterThan(1)
    return picture
  }
  const phoneLine = page.getByRole('switch', { name: 'Phone line' })
  const track = page.locator('.mantine-Switch-track')
  const off = await look(track)
  await phoneLine.press('Space')
  await expect(phoneLine).toBeChecked()
  await page.mouse.move(0, 0)
  expect(await look(track)).not.toBe(off)
  await lineText(page, 2).focus()
  const outline = (line: Locator) => line.evaluate((row) => getComputedStyle(row).outlineStyle)
  expect(await outline(page.locator('.line[data-selected]'))).toBe('solid')
  expect(await outline(page.locator('.line:not([data-selected])').first())).toBe('none')
  const dialog = await openExport(page)
  const choices = dialog.locator('.mantine-SegmentedControl-root').first()
  const first = await look(choices)
  await choices.getByText('The selected line').click()
  await page.mouse.move(0, 0)
  expect(await look(choices)).not.toBe(first)
})

/** Number of colours in a picture in base64. */
function coloursIn(page: Page, picture: string): Promise<number> {
  return page.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const { data = [] } = context?.getImageData(0, 0, image.width, image.height) ?? {}
    return new Set(new Uint32Array(Uint8Array.from(data).buffer)).size
  }, picture)
}
