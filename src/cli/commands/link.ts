import { existsSync } from 'node:fs'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { AppError } from '#shared/errors.ts'

/** Prints a new link to every studio that is being served from this data folder. */
export function link({ environment: { home } }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('link', {
    summary: 'print a new link to the studio that "griot serve" serves',
    description:
      'Print a new link to the studio that is being served. It signs one browser in, once, within 60 seconds.',
    examples: ['griot link'],
  }).action(async () => {
    const { libraryOf } = await import('#storage/home.ts')
    if (!existsSync(libraryOf(home))) throw notServed(home)
    const { openSignInStore } = await import('#app/open-library.ts')
    const { studioLinkOf } = await import('#server/studio/link.ts')
    const { links, close } = openSignInStore(home)
    try {
      const studios = await links.studios()
      if (studios.length === 0) throw notServed(home)
      for (const studio of studios)
        console.log(studioLinkOf(studio.url, await links.offerFor(studio)))
    } finally {
      close()
    }
    console.error('It signs one browser in, once, within 60 seconds.')
  })
}

function notServed(home: string): AppError {
  return new AppError(
    'access/not-found',
    `No studio is being served from the data folder ${home}. Start one with "griot serve", or set GRIOT_HOME to its data folder.`,
  )
}
