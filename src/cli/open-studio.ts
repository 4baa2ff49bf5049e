import { rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import defaultBrowser from 'default-browser'
import open from 'open'
import type { StudioLink } from '#server/server.ts'
import type { Environment } from './environment.ts'
import { purgeRedirects, writeRedirect } from './redirect-file.ts'

const BY_HAND = 'No browser could be opened. Open the studio link above in a browser.'

/**
 * Opens the studio in the browser that `BROWSER` names, else in the default one, through a page that only this user can
 * read. The page stays until the link is used or too old, or until `close` is called. A computer without a browser is no
 * error: the link is on the screen.
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

/** Removes the pages that killed programs have left. */
export async function purgeStudioPages({ home }: Pick<Environment, 'home'>): Promise<void> {
  await purgeRedirects(pagesIn(home))
}

const pagesIn = (home: string): string => join(home, 'run')

/**
 * Folder for the page. A browser that is a snap can read neither hidden folders, where the data folder usually is, nor the
 * common /tmp; it can read ~/snap/NAME/common (https://snapcraft.io/docs/data-locations).
 */
async function folderFor(home: string, program: string | undefined): Promise<string> {
  const snap = process.platform === 'linux' ? snapOf(program ?? (await defaultId())) : undefined
  return snap === undefined ? pagesIn(home) : join(homedir(), 'snap', snap, 'common', 'griot')
}

/** Name of the snap that a browser is: `firefox` for `/snap/bin/firefox` and `firefox_firefox.desktop`; else undefined. */
export function snapOf(browser: string): string | undefined {
  if (/^\/snap\/bin\/[\w.-]+$/.test(browser)) return basename(browser).split('.')[0]
  return /^([a-z\d-]+)_[\w.-]+\.desktop$/.exec(browser)?.[1]
}

async function defaultId(): Promise<string> {
  try {
    return (await defaultBrowser()).id
  } catch {
    // Without a default browser there is no snap, either.
    return ''
  }
}
