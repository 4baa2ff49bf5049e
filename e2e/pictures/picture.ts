import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { openScript } from '../script-actions.ts'

const DOCS = join(import.meta.dirname, '../../docs')

/** Size of the window in pixels, of most pictures. */
export const WINDOW = { width: 1280, height: 860 } as const

/** Opens the script once it is saved. */
export async function openQuietScript(page: Page, studioUrl: string): Promise<void> {
  await openScript(page, studioUrl)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

/** Saves what the window shows in docs/, once nothing moves any more. */
export async function takePicture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate(async () => {
    await document.fonts.ready
    const endless = (animation: Animation) =>
      animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY
    const moving = document.getAnimations().filter((animation) => !endless(animation))
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })
  await page.screenshot({ path: join(DOCS, `${name}.png`) })
}
