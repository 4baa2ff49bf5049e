import { readFileSync } from 'node:fs'
import { chromium, type Page } from 'playwright'
import { findChromium } from '../build/chromium.ts'
import { BENCH_KEY, startServer } from './server.ts'
import { report } from './statistics.ts'

const LINES = 1_000
/** How often the queue is looked at, in milliseconds. */
const LOOK_MS = 2_000

/** Memory of the studio's page after a thousand lines were spoken in it, and the time that this took. */
export async function benchStudioMemory(): Promise<void> {
  const server = await startServer()
  const executablePath = findChromium(process.env)
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--autoplay-policy=no-user-gesture-required', '--no-sandbox'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(server.url)
    await page.getByLabel('Or paste an API key').fill(BENCH_KEY)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('textbox', { name: 'Line 6' }).waitFor()
    await page.getByRole('textbox', { name: 'Line 6' }).evaluate(pasteLines, LINES - 5)
    await page.getByRole('textbox', { name: `Line ${LINES}`, exact: true }).waitFor()
    const before = await rendererMb(page)
    const startedAt = performance.now()
    await page.getByRole('button', { name: 'Speak it', exact: true }).click()
    const player = page.getByRole('region', { name: 'Player' })
    await player.getByText(/^Speaking/).waitFor()
    while ((await player.getByText(/^Speaking/).count()) > 0) await page.waitForTimeout(LOOK_MS)
    const seconds = (performance.now() - startedAt) / 1_000
    const after = await rendererMb(page)
    report(`${LINES} lines spoken, in the studio`, `${seconds.toFixed(0)} s`)
    report('resident memory of the page before', `${before.toFixed(0)} MB`)
    report(`the same after ${LINES} spoken lines`, `${after.toFixed(0)} MB`, '600')
    report('of it what its scripts hold', `${(await heapMb(page)).toFixed(0)} MB`)
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Pastes as many short lines, each another one. Runs in the page. */
function pasteLines(box: Element, count: number): void {
  const data = new DataTransfer()
  const lines = Array.from({ length: count }, (_, at) => `This is the line of number ${at + 1}.`)
  data.setData('text/plain', lines.join('\n'))
  if (box instanceof HTMLTextAreaElement) box.select()
  box.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
  )
}

/** Memory that the scripts of a page still need after a collection of garbage, in MB. */
async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1024 / 1024
}

/** Resident memory of the largest page process, in MB. Linux only. */
async function rendererMb(page: Page): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the browser is gone')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => readFileSync(`/proc/${id}/status`, 'utf8'))
    .map((status) => Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  return Math.max(...sizes)
}
