import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LINK_LIFE_MS } from '#storage/db/links.ts'

const NAME = /^open-studio-[\da-f]{16}\.html$/

/**
 * Writes a page that leads to `url` into `folder`, both readable by their owner alone, and answers its path. A browser gets
 * this path and not the URL: every user of a computer can see the arguments of every program, which must hold no secret.
 */
export async function writeRedirect(folder: string, url: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Also if the folder existed before. This fails if it belongs to somebody else.
  await chmod(folder, 0o700)
  await purgeRedirects(folder)
  const path = join(folder, `open-studio-${randomBytes(8).toString('hex')}.html`)
  await writeFile(path, pageTo(url), { flag: 'wx', mode: 0o600 })
  return path
}

/** Removes the pages in `folder` whose links have expired: killed programs have left them. */
export async function purgeRedirects(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const path of names.filter((name) => NAME.test(name)).map((name) => join(folder, name))) {
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs >= LINK_LIFE_MS) await rm(path, { force: true })
  }
}

/** HTML of the page. `url` is one of our own, without characters that HTML would have to escape. */
function pageTo(url: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>Opening Griot</title>
<p><a href="${url}">Open the studio of Griot</a></p>
</html>
`
}
