import { chromium, type Page } from 'playwright'
import { findChromium } from '../build/chromium.ts'
import { startServer } from './server.ts'
import { median, quantile, report } from './statistics.ts'

/** Lines of the scripts that are compared. */
const SIZES = [6, 2_000] as const
/** Letters typed, and how long the typist waits after each, in milliseconds. */
const LETTERS = 80
const LETTER_MS = 90
const TIMES = 15
const SCROLL_STEPS = 120

/** Milliseconds of each keystroke, from the event to the frame that shows it, and of each frame of a scroll. */
interface StudioFigures {
  readonly paint: number
  readonly typing: readonly number[]
  readonly enter: readonly number[]
  readonly undo: readonly number[]
  readonly frames: readonly number[]
}

/**
 * How quickly the studio answers with six lines and with two thousand, in a real browser: typing, Enter, undo, scrolling,
 * and the time until a reload shows the first line.
 */
export async function benchStudio(): Promise<void> {
  const figures = new Map<number, StudioFigures>()
  for (const size of SIZES) figures.set(size, await measure(size))
  const small = figures.get(SIZES[0])
  const large = figures.get(SIZES[1])
  if (!small || !large) return
  const row = (name: string, value: (of: StudioFigures) => number, target: string): void => {
    const [few, many] = [value(small), value(large)]
    report(
      name,
      `${many.toFixed(0)} ms`,
      `${target}; with 6 lines ${few.toFixed(0)} ms (${(many / few).toFixed(1)} times)`,
    )
  }
  row('first line after a reload', ({ paint }) => paint, 'at most 1000 ms')
  row('typing, median', ({ typing }) => median(typing), '')
  row('typing, p95', ({ typing }) => quantile(typing, 0.95), 'at most 50 ms')
  row('Enter, median', ({ enter }) => median(enter), 'at most 100 ms')
  row('Enter, p95', ({ enter }) => quantile(enter, 0.95), 'at most 100 ms')
  row('undo, median', ({ undo }) => median(undo), 'at most 100 ms')
  row('undo, p95', ({ undo }) => quantile(undo, 0.95), 'at most 100 ms')
  row('frames of a scroll, median', ({ frames }) => median(frames), '')
  row('frames of a scroll, p95', ({ frames }) => quantile(frames, 0.95), 'at most 20 ms')
}

async function measure(size: number): Promise<StudioFigures> {
  const server = await startServer()
  const executablePath = findChromium(process.env)
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.addInitScript(watchKeys)
    await page.goto(server.studioUrl)
    await fillScript(page, size)
    await page.reload()
    await textOf(page, 1).waitFor()
    const paint = await page.evaluate(() => window.firstLineAt ?? Number.NaN)
    await settle(page)
    const typing = await measureTyping(page)
    const { enter, undo } = await measureEnterAndUndo(page)
    const frames = await page.evaluate(scrollThrough, SCROLL_STEPS)
    return { paint, typing, enter, undo, frames }
  } finally {
    await browser.close()
    await server.close()
  }
}

function textOf(page: Page, number: number) {
  return page.getByRole('textbox', { name: `Line ${number}`, exact: true })
}

async function settle(page: Page): Promise<void> {
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.waitForTimeout(2_500)
}

/** Pastes as many lines as are missing, as a person would. */
async function fillScript(page: Page, size: number): Promise<void> {
  await textOf(page, 6).waitFor()
  if (size > 6) {
    await textOf(page, 6).focus()
    await page.evaluate((count) => {
      const lines = Array.from(
        { length: count },
        (_, index) =>
          `Line ${index} of the long story, in which the tortoise goes to market with ${index % 7} baskets and returns with none.`,
      )
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', lines.join('\n'))
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, size - 5)
  }
  await settle(page)
}

async function measureTyping(page: Page): Promise<readonly number[]> {
  await textOf(page, 3).click()
  await page.keyboard.press('End')
  await takeFigures(page)
  const text = 'and so the story goes on and on without an end '.repeat(4).slice(0, LETTERS)
  await page.keyboard.type(text, { delay: LETTER_MS })
  await settle(page)
  return takeFigures(page)
}

async function measureEnterAndUndo(page: Page): Promise<Pick<StudioFigures, 'enter' | 'undo'>> {
  const enter: number[] = []
  const undo: number[] = []
  for (let time = 0; time < TIMES; time++) {
    await textOf(page, 3).click()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(700)
    await takeFigures(page)
    await page.keyboard.press('Enter')
    await page.waitForTimeout(900)
    enter.push(...(await takeFigures(page)))
    await page.keyboard.press('Control+z')
    await page.waitForTimeout(900)
    // The Control key itself is a keystroke, which changes nothing.
    undo.push(...(await takeFigures(page)).slice(-1))
  }
  return { enter, undo }
}

function takeFigures(page: Page): Promise<number[]> {
  return page.evaluate(() => window.keyTimes.splice(0))
}

declare global {
  interface Window {
    keyTimes: number[]
    /** When the first line was in a frame, in milliseconds from the start of the navigation. */
    firstLineAt?: number
  }
}

/** In the page: notes for every keystroke how long it takes until its frame is drawn. */
function watchKeys(): void {
  window.keyTimes = []
  const afterFrame = (action: () => void): void => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = action
      port2.postMessage(undefined)
    })
  }
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => afterFrame(() => window.keyTimes.push(performance.now() - timeStamp)),
    { capture: true },
  )
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.line-text')) return
    observer.disconnect()
    afterFrame(() => {
      window.firstLineAt = performance.now()
    })
  }).observe(document, { childList: true, subtree: true })
}

/** In the page: scrolls down in even steps, one a frame, and gives the length of every frame. */
function scrollThrough(steps: number): Promise<number[]> {
  const page = document.querySelector('main.page')
  const frames: number[] = []
  return new Promise((resolve) => {
    let last = performance.now()
    const step = (): void => {
      const now = performance.now()
      frames.push(now - last)
      last = now
      page?.scrollBy(0, 120)
      if (frames.length < steps) requestAnimationFrame(step)
      else resolve(frames.slice(1))
    }
    requestAnimationFrame(step)
  })
}
