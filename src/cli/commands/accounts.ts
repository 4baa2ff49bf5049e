import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Access } from '#app/access/access.ts'
import type { LibraryPlace } from '#app/open-service.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { DATABASE, libraryPlaceOf } from '#cli/database-option.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { bytesOf } from '#cli/size.ts'
import { UsageError } from '#cli/usage-error.ts'
import { formatSize } from '#storage/files/format-size.ts'

type Account = Awaited<ReturnType<Access['accountOf']>>

/** Lists accounts and changes their settings. Changes apply to a running server immediately. */
export function accounts(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('accounts', {
    summary: 'list accounts and set their quotas',
    description:
      'List accounts and change their settings. Each account has its own voices, files and quota. Changes apply to a running server immediately.',
  })
    .addCommand(list(context))
    .addCommand(set(context))
}

function list({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('list', {
    summary: 'list the accounts, one a line',
    description: 'List the accounts, one a line: name, quota, whether generated audio is kept.',
    examples: ['griot accounts list'],
  })
    .option(...DATABASE)
    .option('--json', 'answer as JSON')
    .action(({ database, json }) =>
      withAccess(libraryPlaceOf(environment, database), async (access) =>
        show(await access.listAccounts(), json),
      ),
    )
}

function set({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('set', {
    summary: 'change the settings of an account; a new name makes a new account',
    examples: ['griot accounts set owner --quota 5GB', 'griot accounts set radio --keep-audio yes'],
  })
    .argument('<NAME>', 'name of the account')
    .option('--quota <SIZE>', 'how much its files may hold, such as 500MB or 2GB')
    .option('--keep-audio <YES|NO>', 'whether generated audio is kept as files of the account')
    .option(...DATABASE)
    .option('--json', 'answer as JSON')
    .action((name, { quota, keepAudio, database, json }) => {
      if (quota === undefined && keepAudio === undefined)
        throw new UsageError('Say what to set: --quota SIZE or --keep-audio yes|no.')
      const settings = {
        ...(quota === undefined ? {} : { quotaBytes: bytesOf('quota', quota) }),
        ...(keepAudio === undefined ? {} : { keepAudio: isYes(keepAudio) }),
      }
      return withAccess(libraryPlaceOf(environment, database), async (access) =>
        show([await access.changeAccount(name, settings)], json),
      )
    })
}

async function withAccess(
  place: LibraryPlace,
  use: (access: Access) => Promise<void>,
): Promise<void> {
  const { openAccess } = await import('#app/open-library.ts')
  const access = await openAccess(place, (error) => console.error(error))
  try {
    await use(access)
  } finally {
    await access.close()
  }
}

function show(accounts: readonly Account[], json = false): void {
  if (json) console.log(JSON.stringify(accounts, null, 1))
  else
    for (const { name, quotaBytes, keepAudio } of accounts)
      console.log(
        [name, formatSize(quotaBytes), keepAudio ? 'keeps audio' : 'keeps no audio'].join('\t'),
      )
}

function isYes(text: string): boolean {
  if (/^(yes|no)$/i.test(text)) return text.toLowerCase() === 'yes'
  throw new UsageError(`--keep-audio is yes or no, not "${text}".`)
}
