import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, type Page } from 'playwright/test'
import { test } from './fixtures.ts'
import { createLink } from './host.ts'

const CLI = join(import.meta.dirname, '../out/main/cli.js')

const firstLine = (page: Page) => page.getByRole('textbox', { name: 'Line 1', exact: true })
const welcome = (page: Page) => page.getByRole('heading', { name: 'Griot is running' })

test('the browser that Griot opens gets a page in a file, which leads to the studio and is then deleted', async ({
  page,
  folder,
}) => {
  test.skip(process.platform === 'win32', 'the browser of this test is a shell script')
  const opened = join(folder, 'opened')
  const browser = join(folder, 'browser')
  await writeFile(
    browser,
    `#!/bin/sh\nprintf %s "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`,
  )
  await chmod(browser, 0o755)
  const child = spawn(process.execPath, [CLI, 'serve', '--open', '--port', '0'], {
    env: { ...process.env, GRIOT_HOME: join(folder, 'data'), BROWSER: browser },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    const path = (): Promise<string> => readFile(opened, 'utf8').catch(() => '')
    // A busy machine starts slowly.
    await expect.poll(path).toMatch(/\.html$/)
    const file = await path()
    await page.goto(pathToFileURL(file).href)
    await expect(firstLine(page)).toBeVisible()
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    await expect
      .poll(() =>
        readFile(file).then(
          () => 'there',
          () => 'gone',
        ),
      )
      .toBe('gone')
    await page.reload()
    await expect(firstLine(page)).toBeVisible()
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
})

test('a used link explains how to get a new one, which works in the same tab', async ({
  page,
  browser,
  host,
}) => {
  await page.goto(host.studioUrl)
  await expect(firstLine(page)).toBeVisible()
  const context = await browser.newContext()
  const late = await context.newPage()
  await late.goto(host.studioUrl)
  await expect(welcome(late)).toBeVisible()
  await expect(late.getByRole('alert')).toContainText('older than 60 seconds')
  await expect(late.getByRole('main')).toContainText('griot link')
  expect(late.url()).not.toContain('token')
  await late.getByLabel('Or paste an API key').fill('a guess')
  await late.getByRole('button', { name: 'Sign in' }).click()
  await expect(late.getByRole('main')).toContainText('key is unknown')
  await late.goto(await createLink(host.home))
  await expect(firstLine(late)).toBeVisible()
  await context.close()
})

test('signed-in browsers are listed, and lose access the moment they are signed out', async ({
  page,
  browser,
  host,
}) => {
  await page.goto(host.studioUrl)
  await expect(firstLine(page)).toBeVisible()
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  const other = await context.newPage()
  await other.goto(await createLink(host.home))
  await expect(firstLine(other)).toBeVisible()
  await page.getByRole('link', { name: 'API' }).click()
  const list = page.getByRole('region', { name: 'Signed-in browsers' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').first()).toContainText('This browser')
  await list.getByRole('button', { name: 'Sign out Firefox on Linux' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(welcome(other)).toBeVisible()
  await expect(other.getByRole('alert')).toContainText('no longer signed in')
  await other.reload()
  await expect(welcome(other)).toBeVisible()
  await context.close()
})

test('all other browsers are signed out at once, then this one, and an API key signs it in again', async ({
  page,
  browser,
  host,
}) => {
  await page.goto(host.studioUrl)
  await expect(firstLine(page)).toBeVisible()
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(await createLink(host.home))
  await expect(firstLine(other)).toBeVisible()
  await page.getByRole('link', { name: 'API' }).click()
  const list = page.getByRole('region', { name: 'Signed-in browsers' })
  await list.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(welcome(other)).toBeVisible()
  await context.close()
  await list.getByRole('button', { name: 'Sign out this browser' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(welcome(page)).toBeVisible()
  await page.getByLabel('Or paste an API key').fill(host.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(list.getByRole('listitem').first()).toContainText('with a key')
})

test('a browser stays signed in after a restart, and one link is enough for all its tabs', async ({
  page,
  ownHost: host,
  restart,
}) => {
  await page.goto(host.studioUrl)
  await expect(firstLine(page)).toBeVisible()
  const second = await page.context().newPage()
  await second.goto(host.url)
  await expect(firstLine(second)).toBeVisible()
  await restart()
  await expect(page.getByText('No connection to Griot')).toBeHidden()
  await expect(page.getByText('Griot was updated.')).toHaveCount(0)
  await second.reload()
  await expect(firstLine(second)).toBeVisible()
})

test('over plain http from another machine, a browser stays signed in over a reload, and not over a restart', async ({
  browser,
  launchOptions,
  folder,
}) => {
  const serve = (port: string) =>
    spawn(process.execPath, [CLI, 'serve', '--port', port, '--allow-host', 'studio.lan'], {
      env: { ...process.env, GRIOT_HOME: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  const linkOf = async (child: ReturnType<typeof serve>): Promise<URL> => {
    let output = ''
    for await (const bytes of child.stdout ?? []) {
      output += String(bytes)
      const link = /Studio\s+(http\S+)/.exec(output)?.[1]
      if (link !== undefined) {
        child.stdout?.resume()
        return new URL(link)
      }
    }
    throw new Error(`the program did not start: ${output}`)
  }
  const stop = async (child: ReturnType<typeof serve>): Promise<void> => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  // To the browser this is a machine of the network, where a page has no Web Crypto.
  const rules = '--host-resolver-rules=MAP studio.lan 127.0.0.1'
  const args = [...(launchOptions.args ?? []), rules]
  const elsewhere = await browser.browserType().launch({ ...launchOptions, args })
  let child = serve('0')
  try {
    const link = await linkOf(child)
    link.hostname = 'studio.lan'
    const page = await elsewhere.newPage()
    await page.goto(link.href)
    await expect(firstLine(page)).toBeVisible()
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
    await page.reload()
    await expect(firstLine(page)).toBeVisible()
    await stop(child)
    child = serve(link.port)
    await linkOf(child)
    await page.reload()
    await expect(welcome(page)).toBeVisible()
  } finally {
    await elsewhere.close()
    await stop(child)
  }
})

test('a tab sends nothing but a question to a program that takes over Griot’s address, and reconnects when Griot is back', async ({
  page,
  ownHost: host,
  stop,
  restart,
}) => {
  await page.goto(host.studioUrl)
  await expect(firstLine(page)).toBeVisible()
  await stop()
  const heard: string[] = []
  const asked = Promise.withResolvers<void>()
  const take = (request: IncomingMessage): void => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`)
    if (heard.length > 3) asked.resolve()
  }
  const rogueServer = createServer((request, response) => {
    take(request)
    request.on('data', (bytes) => heard.push(String(bytes)))
    request.on('end', () => response.end(JSON.stringify({ challenge: 'AAAA', proof: 'AAAA' })))
  })
  rogueServer.on('upgrade', (request, socket) => {
    take(request)
    socket.destroy()
  })
  rogueServer.listen(Number(new URL(host.url).port), '127.0.0.1')
  await asked.promise
  expect(heard.join('\n')).toContain('/studio/prove')
  expect(heard.join('\n')).not.toMatch(/authorization|bearer|\/studio\/socket/i)
  await expect(page.getByText('No connection to Griot')).toBeVisible()
  rogueServer.close()
  rogueServer.closeAllConnections()
  await restart()
  await expect(page.getByText('No connection to Griot')).toBeHidden()
  await page.reload()
  await expect(firstLine(page)).toBeVisible()
})

/** Server of another program on this computer, which records everything that browsers send it. */
async function openRogueServer(): Promise<{
  server: Server
  url: string
  received: IncomingMessage[]
}> {
  const received: IncomingMessage[] = []
  const server = createServer((request, response) => {
    received.push(request)
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Another</title>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    ...{ server, received },
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
  }
}

test('a page on another port of this computer receives nothing secret, and cannot open, read or frame the studio', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await expect(firstLine(page)).toBeVisible()
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(kept).not.toMatch(/[\w-]{43}/)
  expect(await page.context().cookies()).toEqual([])
  const { server, url, received } = await openRogueServer()
  try {
    const other = await page.context().newPage()
    await other.goto(`${url}/a?b`)
    const tried = await other.evaluate(async (studio) => {
      const socket = new Promise<string>((resolve) => {
        const opened = new WebSocket(`${studio.replace('http', 'ws')}/studio/socket`, ['griot.v1'])
        opened.onopen = () => resolve('opened')
        opened.onerror = () => resolve('refused')
      })
      const read = (path: string, init: RequestInit = {}): Promise<string> =>
        fetch(`${studio}${path}`, { credentials: 'include', ...init }).then(
          () => 'read',
          () => 'refused',
        )
      const frame = document.createElement('iframe')
      frame.src = `${studio}/`
      const framed = new Promise((resolve) => frame.addEventListener('load', resolve))
      document.body.append(frame)
      await framed
      let reached: string
      try {
        reached = String(frame.contentWindow?.localStorage.length)
      } catch {
        reached = 'refused'
      }
      return {
        cookie: document.cookie,
        storage: JSON.stringify({ ...localStorage }),
        socket: await socket,
        page: await read('/'),
        session: await read('/studio/session'),
        signIn: await read('/studio/sign-in', { method: 'POST', body: '{}' }),
        framed: reached,
      }
    }, host.url)
    expect(tried).toEqual({
      ...{ cookie: '', storage: '{}', framed: 'refused' },
      ...{ socket: 'refused', page: 'refused', session: 'refused', signIn: 'refused' },
    })
    const frames = other.frames().filter((frame) => frame !== other.mainFrame())
    for (const frame of frames) await expect(frame.getByRole('textbox')).toHaveCount(0)
    expect(received.length).toBeGreaterThan(0)
    for (const { headers } of received) {
      expect(headers.cookie).toBeUndefined()
      expect(headers.authorization).toBeUndefined()
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
