import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { LibraryPlace } from '#app/open-service.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { DATABASE, libraryPlaceOf } from '#cli/database-option.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { rowNumber } from '#cli/option-values.ts'
import { UsageError } from '#cli/usage-error.ts'
import type { BrowserRecord } from '#shared/browsers.ts'

type SignedIn = Awaited<ReturnType<typeof import('#app/open-library.ts')['openSignInStore']>>

/** Lists and signs out the browsers that are signed in to the studio; a server that runs closes their connections. */
export function browsers(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('browsers', {
    summary: 'list or sign out the browsers that are signed in to the studio',
    description:
      'List or sign out the browsers that are signed in to the studio, also while a server is running.',
  })
    .addCommand(list(context))
    .addCommand(signOut(context))
}

function list({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('list', {
    summary: 'list the browsers, one a line',
    description:
      'List the browsers, one a line: number, name, when and how it signed in, when it was last seen.',
    examples: ['griot browsers list'],
  })
    .option(...DATABASE)
    .option('--json', 'answer as JSON')
    .action(({ database, json }) =>
      withSignedIn(libraryPlaceOf(environment, database), async ({ browsers }) =>
        show((await browsers.list()).map(withoutHash), json),
      ),
    )
}

function signOut({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('sign-out', {
    summary: 'sign one browser out, or all of them',
    description: 'Sign one browser out, or all of them. The studio closes there within a second.',
    examples: ['griot browsers sign-out 2', 'griot browsers sign-out --all'],
  })
    .argument('[NUMBER]', 'number of a browser, as "griot browsers list" shows it')
    .option('--all', 'sign every browser out')
    .option(...DATABASE)
    .option('--json', 'answer as JSON')
    .action((number, { all, database, json }) => {
      if ((number === undefined) === (all === undefined))
        throw new UsageError('Say which: griot browsers sign-out NUMBER, or --all.')
      const id =
        number === undefined ? undefined : rowNumber(number, 'a browser', 'griot browsers list')
      return withSignedIn(libraryPlaceOf(environment, database), async ({ browsers }) => {
        if (id !== undefined) show([await browsers.signOut(id)], json)
        else showCount(await browsers.signOutOthers(undefined), json)
      })
    })
}

async function withSignedIn(
  place: LibraryPlace,
  use: (signedIn: SignedIn) => Promise<void>,
): Promise<void> {
  const { openSignInStore } = await import('#app/open-library.ts')
  const signedIn = await openSignInStore(place)
  try {
    await use(signedIn)
  } finally {
    await signedIn.close()
  }
}

function withoutHash({ hash: _, ...record }: BrowserRecord & { hash: string }): BrowserRecord {
  return record
}

function show(records: readonly BrowserRecord[], json = false): void {
  if (json) console.log(JSON.stringify(records, null, 1))
  else for (const record of records) console.log(lineOf(record))
}

function lineOf({ id, name, signedInBy, signedInAt, lastSeenAt }: BrowserRecord): string {
  const by = `signed in ${signedInAt} with a ${signedInBy}`
  return [id, name, by, `last seen ${lastSeenAt}`].join('\t')
}

function showCount(signedOut: number, json = false): void {
  if (json) console.log(JSON.stringify({ signedOut }))
  else
    console.log(
      signedOut === 1 ? '1 browser is signed out.' : `${signedOut} browsers are signed out.`,
    )
}
