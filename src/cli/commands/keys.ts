import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Access } from '#app/access/access.ts'
import type { LibraryPlace } from '#app/open-service.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { DATABASE, libraryPlaceOf } from '#cli/database-option.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { each, rowNumber, wholeNumber } from '#cli/option-values.ts'
import { UsageError } from '#cli/usage-error.ts'
import { type CreatedToken, GUEST_TTL, type KeyRecord, OWNER, SCOPES } from '#shared/access.ts'

const ACCOUNT = ['--account <NAME>', 'account that the token works for', OWNER] as const
const JSON_OPTION = ['--json', 'answer as JSON'] as const

/** Makes, lists and revokes tokens. Changes apply to a running server immediately. */
export function keys(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('keys', {
    summary: 'create, list and revoke the tokens of the HTTP API',
    description:
      'Create, list and revoke the tokens of the HTTP API. Changes apply to a running server immediately.',
  })
    .addCommand(create(context))
    .addCommand(list(context))
    .addCommand(revoke(context))
    .addCommand(revokeJwt(context))
    .addCommand(guest(context))
}

function create({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('create', {
    summary: 'create an API key, which is shown once',
    examples: [
      'griot keys create --name "My tool"',
      'griot keys create --name Radio --scope speak --scope text --days 30',
    ],
  })
    .requiredOption('--name <NAME>', 'name by which you will know the key')
    .option(...ACCOUNT)
    .option(
      '--scope <SCOPE>',
      `what the key may do: ${SCOPES.join(', ')}; repeatable (default: all but admin)`,
      each,
    )
    .option('--days <N>', 'days until the key expires (default: never)')
    .option(...DATABASE)
    .option(...JSON_OPTION)
    .action(({ name, account, scope, days, database, json }) => {
      const order = {
        ...{ name, account, scopes: scopesOf(scope) },
        ...(days === undefined ? {} : { days: wholeNumber('days', days) }),
      }
      return withAccess(libraryPlaceOf(environment, database), async ({ keys }) => {
        const made = await keys.create(order)
        show(made, `Key ${made.record.id} for ${made.record.account}`, json)
      })
    })
}

function list({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('list', {
    summary: 'list the tokens, one a line',
    description:
      'List the tokens, one a line: number, name, account, scopes, first characters, last use, state.',
    examples: ['griot keys list'],
  })
    .option(...DATABASE)
    .option(...JSON_OPTION)
    .action(({ database, json }) =>
      withAccess(libraryPlaceOf(environment, database), async ({ keys }) => {
        const records = await keys.list()
        if (json) console.log(JSON.stringify(records, null, 1))
        else for (const record of records) console.log(lineOf(record))
      }),
    )
}

function revoke({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('revoke', {
    summary: 'revoke a token: from now on it is refused',
    examples: ['griot keys revoke 2'],
  })
    .argument('<NUMBER>', 'number of a token, as "griot keys list" shows it')
    .option(...DATABASE)
    .option(...JSON_OPTION)
    .action((number, { database, json }) => {
      const id = rowNumber(number, 'a token', 'griot keys list')
      return withAccess(libraryPlaceOf(environment, database), async ({ keys }) => {
        const { notice, ...record } = await keys.revoke(id)
        console.log(json ? JSON.stringify(record) : lineOf(record))
        if (notice !== undefined) console.error(notice)
      })
    })
}

function revokeJwt({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('revoke-jwt', {
    summary: 'revoke a JWT of the issuer: from now on it is refused',
    description:
      'Revoke a JWT of the issuer by its id ("jti"), or given whole: from now on it is refused. A whole one is remembered no longer than it is valid.',
    examples: ['griot keys revoke-jwt 6f1c2a90-7d0e-4f7b-9c55-0c8a5f4d2b11'],
  })
    .argument('<JTI>', 'the "jti" of the token, or the token itself')
    .option(...DATABASE)
    .option(...JSON_OPTION)
    .action((given, { database, json }) =>
      withAccess(libraryPlaceOf(environment, database), async ({ keys }) => {
        const jti = await keys.revokeJwt(given)
        console.log(json ? JSON.stringify({ jti }) : `Revoked: ${jti}`)
      }),
    )
}

function guest({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('guest', {
    summary: 'create a guest token, which may only speak and work on texts',
    examples: ['griot keys guest --ttl 60'],
  })
    .option('--ttl <SECONDS>', 'seconds until it expires', String(GUEST_TTL.usual))
    .option(...ACCOUNT)
    .option(...DATABASE)
    .option(...JSON_OPTION)
    .action(({ ttl, account, database, json }) => {
      const seconds = wholeNumber('ttl', ttl)
      return withAccess(libraryPlaceOf(environment, database), async ({ guests }) =>
        show(await guests.create(account, seconds), 'Guest token', json),
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

/** The token alone goes to standard output, so that a script can take it; the words go to standard error. */
function show({ token, record }: CreatedToken, title: string, json = false): void {
  console.log(json ? JSON.stringify({ token, ...record }) : token)
  const end = record.expiresAt === undefined ? 'until it is revoked' : `until ${record.expiresAt}`
  console.error(
    `${title}: ${record.scopes.join(', ')}, ${end}. Keep it: it is shown this once, and only its hash is stored.`,
  )
}

function lineOf({ id, name, account, scopes, start, ...times }: KeyRecord): string {
  const { lastUsedAt, expiresAt, revokedAt } = times
  const used = lastUsedAt === undefined ? 'never used' : `last used ${lastUsedAt}`
  const state =
    revokedAt !== undefined
      ? `revoked ${revokedAt}`
      : expiresAt !== undefined
        ? `${Date.parse(expiresAt) <= Date.now() ? 'expired' : 'expires'} ${expiresAt}`
        : 'active'
  return [id, name, account, scopes.join(' '), `${start ?? '?'}…`, used, state].join('\t')
}

/** One value may hold several scopes, with commas or spaces between them. None given is all but admin. */
function scopesOf(given: readonly string[] = []): KeyRecord['scopes'] {
  const words = given.flatMap((scopes) => scopes.split(/[\s,]+/)).filter((word) => word !== '')
  if (given.length === 0) return SCOPES.filter((scope) => scope !== 'admin')
  return words.map((word) => {
    const scope = SCOPES.find((known) => known === word.toLowerCase())
    if (scope) return scope
    throw new UsageError(`--scope is one of ${SCOPES.join(', ')}, not "${word}".`)
  })
}
