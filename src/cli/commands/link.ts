import { existsSync } from 'node:fs'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { LibraryPlace } from '#app/open-service.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { DATABASE, libraryPlaceOf } from '#cli/database-option.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { AppError } from '#shared/errors.ts'

/** Prints a new link to every studio that is being served from this data folder. */
export function link({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('link', {
    summary: 'print a new link to the studio that "griot serve" serves',
    description:
      'Print a new link to the studio that is being served. It signs one browser in, once, within 60 seconds.',
    examples: ['griot link'],
  })
    .option(...DATABASE)
    .option('--json', 'answer as JSON')
    .action(async (options) => {
      const place = libraryPlaceOf(environment, options.database)
      const { libraryOf } = await import('#storage/home.ts')
      const { home, database } = place
      if (database === undefined && !existsSync(libraryOf(home))) throw notServed(place)
      const { openSignInStore } = await import('#app/open-library.ts')
      const { studioLinkOf } = await import('#server/studio/link.ts')
      const { links, close } = await openSignInStore(place)
      try {
        const studios = await links.studios()
        if (studios.length === 0) throw notServed(place)
        const found: { readonly studio: string; readonly link: string }[] = []
        for (const studio of studios)
          found.push({
            studio: studio.url,
            link: studioLinkOf(studio.url, await links.offerFor(studio)),
          })
        if (options.json) console.log(JSON.stringify(found, null, 1))
        else for (const one of found) console.log(one.link)
      } finally {
        await close()
      }
      console.error('It signs one browser in, once, within 60 seconds.')
    })
}

function notServed({ home, database }: LibraryPlace): AppError {
  if (database !== undefined)
    return new AppError(
      'access/not-found',
      'No studio is being served from this database. Start a node with "griot serve --database URL".',
    )
  return new AppError(
    'access/not-found',
    `No studio is being served from the data folder ${home}. Start one with "griot serve", or set GRIOT_HOME to its data folder.`,
  )
}
