import { rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import defaultBrowser from 'default-browser'
import open from 'open'
import type { StudioLink } from '#server/server.ts'
import type { Environment } from './environment.ts'
import { sweepRedirects, writeRedirect } from './redirect-file.ts'

const BY_HAND = 'No browser could be opened. Open the studio link above in one.'

/**
 * Opens the studio in the browser that `BROWSER` names, else in the person's own, by way of a page that only they can read.
 * That page is there until the link is used or too old, or `close` is called. No browser on this machine is no failure: the
 * link is on the screen.
 */
export async function openStudio(
  { url, over }: StudioLink,
  { home, browser }: Pick<Environment, 'home' | 'browser'>,
): Promise<{ close(): Promise<void> }> {
  const program = browser?.split(delimiter)[0] || undefined
  let path: string | undefined
  const close = async (): Promise<void> => {
    if (path !== undefined) await rm(path, { force: true })
  }
  try {
    path = await writeRedirect(await folderFor(home, program), url)
    over.then(close).catch((error) => console.error(error))
    const child = await open(path, program === undefined ? {} : { app: { name: program } })
    child.once('error', () => console.log(BY_HAND))
  } catch {
    console.log(BY_HAND)
    await close()
  }
  return { close }
}

/** Takes away the pages of programs that were killed before they could. */
export async function sweepStudioPages({ home }: Pick<Environment, 'home'>): Promise<void> {
  await sweepRedirects(pagesIn(home))
}

const pagesIn = (home: string): string => join(home, 'run')

/**
 * A browser installed as a snap sees no hidden folder, where the data folder mostly is, and no /tmp but its own; it sees
 * ~/snap/NAME/common (https://snapcraft.io/docs/data-locations).
 */
async function folderFor(home: string, program: string | undefined): Promise<string> {
  const snap = process.platform === 'linux' ? snapOf(program ?? (await defaultId())) : undefined
  return snap === undefined ? pagesIn(home) : join(homedir(), 'snap', snap, 'common', 'griot')
}

/** `firefox` of `/snap/bin/firefox` and of `firefox_firefox.desktop`, as snaps call their entries; else undefined. */
export function snapOf(browser: string): string | undefined {
  if (/^\/snap\/bin\/[\w.-]+$/.test(browser)) return basename(browser).split('.')[0]
  return /^([a-z\d-]+)_[\w.-]+\.desktop$/.exec(browser)?.[1]
}

async function defaultId(): Promise<string> {
  try {
    return (await defaultBrowser()).id
  } catch {
    // Whoever has no such setting has no snap that is it.
    return ''
  }
}
