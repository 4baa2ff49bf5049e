import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Page } from 'playwright'
import type { RealHost } from '#server/real-host.test-support.ts'
import { openServer } from '#server/server.ts'

/** What a page finds at a path of its own server; undefined: nothing. */
export type FindContent = (
  path: string,
) => Promise<{ readonly type: string; readonly bytes: Uint8Array | string } | undefined>

export interface PageOfOthers {
  readonly page: Page
  readonly origin: string
  /** Address of the Griot that allows the page's origin. */
  readonly url: string
}

/** Runs `use` with an empty page in Chromium that is served from another origin than Griot, which allows that origin. */
export async function withPageOfOthers(
  host: RealHost,
  find: FindContent,
  use: (given: PageOfOthers) => Promise<void>,
): Promise<void> {
  const pages = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://pages')
    const content = await find(pathname).catch(() => undefined)
    if (content) response.setHeader('content-type', content.type).end(content.bytes)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  const onBug = (error: unknown): void => {
    throw error
  }
  const server = await openServer(host.app, {
    ...{ host: '127.0.0.1', port: 0, allowedOrigins: [origin], onBug },
  })
  const browser = await chromium.launch({
    executablePath: process.env['PLAYWRIGHT_CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    chromiumSandbox: false,
  })
  try {
    await use({ page: await browser.newPage(), origin, url: server.url })
  } finally {
    await browser.close()
    await server.close()
    pages.close()
  }
}
