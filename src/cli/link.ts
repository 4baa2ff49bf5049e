import { existsSync } from 'node:fs'
import { openSignedIn } from '#app/open-browsers.ts'
import { studioLinkOf } from '#server/studio/link.ts'
import { AppError } from '#shared/errors.ts'
import { libraryOf } from '#storage/home.ts'
import type { Environment } from './environment.ts'
import { parseOptions } from './help.ts'

/** Print a new link to every studio that is being served from this data folder now. */
export async function link(
  args: readonly string[],
  { home }: Environment,
  _stop: AbortSignal,
): Promise<number> {
  parseOptions('link', args, {})
  if (!existsSync(libraryOf(home))) throw notServed(home)
  const { links, close } = openSignedIn(home)
  try {
    const studios = links.studios()
    if (studios.length === 0) throw notServed(home)
    for (const studio of studios) console.log(studioLinkOf(studio.url, links.offerFor(studio)))
  } finally {
    close()
  }
  console.error('It signs one browser in, once, within 60 seconds.')
  return 0
}

function notServed(home: string): AppError {
  return new AppError(
    'access/not-found',
    `No studio is being served from the data folder ${home}. Start one with "griot serve", or name its data folder (GRIOT_HOME).`,
  )
}
