import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runGriotHere, startGriot } from '#cli/griot.test-support.ts'
import { askToSignIn, send, tokenOf } from '#server/client.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const home = folderForTests('griot aṣàwákiri')
const griot = (...args: string[]) => runGriotHere(home, args)

const follow = (link: string, userAgent: string): ReturnType<typeof askToSignIn> =>
  askToSignIn({ url: new URL(link).origin }, { link: tokenOf(link) }, { 'user-agent': userAgent })

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'

test('where nothing is served, "griot link" says so, and makes no data folder', async () => {
  const { code, out, err } = await runGriotHere(join(home, 'nowhere'), ['link'])
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/No studio is being served .*griot serve/)
  expect(existsSync(join(home, 'nowhere'))).toBe(false)
})

test('a new link is made beside a running server, works there once, and the browsers that came by it are listed and signed out', async () => {
  const server = startGriot(home, ['serve', '--port', '0'])
  const welcome = await server.printed(/API\s+http/)
  expect(welcome).toMatch(/within 60 seconds; "griot link" makes a new one/)
  const link = await griot('link')
  expect(link.out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?open=[\w-]{8}#token=[\w-]{43}\n$/)
  expect(link.err).toContain('60 seconds')
  const first = await follow(link.out.trim(), FIREFOX)
  expect([first.status, (await follow(link.out.trim(), FIREFOX)).status]).toEqual([200, 401])
  const [{ studio, link: other }] = JSON.parse((await griot('link', '--json')).out)
  expect(other.startsWith(studio)).toBe(true)
  const second = await follow(other, SAFARI)

  const listed = JSON.parse((await griot('browsers', 'list', '--json')).out)
  expect(listed).toEqual([
    expect.objectContaining({ name: 'Safari on macOS', signedInBy: 'link' }),
    expect.objectContaining({ name: 'Firefox on Linux', signedInBy: 'link' }),
  ])
  expect(JSON.stringify(listed)).not.toContain('hash')
  expect((await griot('browsers', 'list')).out).toMatch(
    /^\d+\tSafari on macOS\tsigned in 20\S+ with a link\t/,
  )
  const headers = await first.page.headers()
  const socket = new WebSocket(`${headers.origin.replace('http', 'ws')}/studio/socket`, { headers })
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve))
  const out = await griot('browsers', 'sign-out', String(listed[1].id))
  expect(out.out).toContain('Firefox on Linux')
  expect((await closed).code).toBe(1008)
  const statusOf = async ({ page }: typeof first): Promise<number> =>
    (await send(`${headers.origin}/studio/session`, { headers: await page.headers() })).status
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 204])
  const again = await griot('browsers', 'sign-out', String(listed[1].id))
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('griot browsers list')])
  expect((await griot('browsers', 'sign-out', '--all')).out).toBe('1 browser is signed out.\n')
  expect(await statusOf(second)).toBe(401)
  expect((await griot('browsers', 'list')).out).toBe('')

  await server.end()
  expect((await griot('link')).err).toContain('No studio is being served')
})

test('a wrong call says what to do', async () => {
  for (const args of [
    [],
    ['list', '3'],
    ['list', '--all'],
    ['sign-out'],
    ['sign-out', '1', '--all'],
    ['sign-out', 'x'],
    ['sign-out', '1', '2'],
  ]) {
    const { code, err } = await griot('browsers', ...args)
    expect([args, code]).toEqual([args, 2])
    expect(err).toMatch(/griot browsers/)
  }
  expect((await griot('link', 'now')).code).toBe(2)
})
