import type { Access } from '#app/access/access.ts'
import { openAccess } from '#app/open-library.ts'
import { GUEST_TTL, type KeyRecord, type MadeToken, OWNER, SCOPES } from '#shared/access.ts'
import type { Environment } from './environment.ts'
import { parseCommand, UsageError } from './help.ts'

const OPTIONS = {
  name: { type: 'string' },
  account: { type: 'string' },
  scope: { type: 'string', multiple: true },
  days: { type: 'string' },
  ttl: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const
type Option = keyof typeof OPTIONS
type Given = ReturnType<typeof parseCommand<typeof OPTIONS>>['values']

interface Action {
  readonly takes: readonly Option[]
  readonly argument?: string
  readonly run: (access: Access, given: Given, argument: string) => void
}

const ACTIONS: Readonly<Record<string, Action>> = {
  create: { takes: ['name', 'account', 'scope', 'days', 'json'], run: create },
  list: { takes: ['json'], run: list },
  revoke: {
    takes: ['json'],
    argument: 'the number of a key (see "griot keys list")',
    run: revoke,
  },
  guest: { takes: ['account', 'ttl', 'json'], run: guest },
}

/** Make, list and revoke tokens, also while a server runs: what changes counts there at once. */
export async function keys(
  args: readonly string[],
  { home }: Environment,
  _stop: AbortSignal,
): Promise<number> {
  const { values, positionals } = parseCommand(args, OPTIONS)
  const [name = '', ...rest] = positionals
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (!action)
    throw new UsageError(`Say what to do: griot keys ${Object.keys(ACTIONS).join(' | ')}.`)
  checkUse(name, action, values, rest)
  const access = openAccess(home, (error) => console.error(error))
  try {
    action.run(access, values, rest[0] ?? '')
  } finally {
    access.close()
  }
  return 0
}

function checkUse(
  name: string,
  { takes, argument }: Action,
  values: Given,
  rest: readonly string[],
): void {
  if (rest.length !== (argument === undefined ? 0 : 1))
    throw new UsageError(`griot keys ${name} takes ${argument ?? 'options only'}.`)
  for (const option of Object.keys(OPTIONS) as Option[])
    if (!takes.includes(option) && values[option] !== undefined && values[option] !== false)
      throw new UsageError(`griot keys ${name} takes no --${option}.`)
}

function create(access: Access, { name, account, scope, days, json }: Given): void {
  if (name === undefined) throw new UsageError('Give the key a name: --name NAME.')
  const made = access.keys.create({
    name,
    account: account ?? OWNER,
    scopes: scopesOf(scope),
    ...(days === undefined ? {} : { days: wholeNumber('days', days) }),
  })
  show(made, json, `Key ${made.record.id} for ${made.record.account}`)
}

function guest(access: Access, { account, ttl, json }: Given): void {
  const seconds = ttl === undefined ? GUEST_TTL.usual : wholeNumber('ttl', ttl)
  show(access.guests.create(account ?? OWNER, seconds), json, 'Guest token')
}

/** The token alone goes to standard output, so that a script can take it; the words go beside it. */
function show({ token, record }: MadeToken, json: boolean, what: string): void {
  console.log(json ? JSON.stringify({ token, ...record }) : token)
  const end = record.expiresAt === undefined ? 'until it is revoked' : `until ${record.expiresAt}`
  console.error(
    `${what}: ${record.scopes.join(', ')}, ${end}. It is shown this once and stored only as a hash: keep it.`,
  )
}

function list(access: Access, { json }: Given): void {
  const records = access.keys.list()
  if (json) console.log(JSON.stringify(records, null, 1))
  else for (const record of records) console.log(lineOf(record))
}

function lineOf({ id, name, account, scopes, start, ...times }: KeyRecord): string {
  const { lastUsedAt, expiresAt, revokedAt } = times
  const used = lastUsedAt === undefined ? 'never used' : `last used ${lastUsedAt}`
  const state =
    revokedAt !== undefined
      ? `revoked ${revokedAt}`
      : expiresAt !== undefined
        ? `${Date.parse(expiresAt) <= Date.now() ? 'expired' : 'expires'} ${expiresAt}`
        : 'works'
  return [id, name, account, scopes.join(' '), `${start ?? '?'}…`, used, state].join('\t')
}

function revoke(access: Access, { json }: Given, id: string): void {
  if (!/^\d{1,15}$/.test(id))
    throw new UsageError(`"${id}" is no number of a key: see "griot keys list".`)
  const { notice, ...record } = access.keys.revoke(Number(id))
  console.log(json ? JSON.stringify(record) : lineOf(record))
  if (notice !== undefined) console.error(notice)
}

/** Also several in one, with a comma or a space between them. None given means all but managing tokens. */
function scopesOf(given: readonly string[] = []): KeyRecord['scopes'] {
  const words = given.flatMap((scopes) => scopes.split(/[\s,]+/)).filter((word) => word !== '')
  if (given.length === 0) return SCOPES.filter((scope) => scope !== 'admin')
  return words.map((word) => {
    const scope = SCOPES.find((known) => known === word.toLowerCase())
    if (scope) return scope
    throw new UsageError(`--scope is one of ${SCOPES.join(', ')}, not "${word}".`)
  })
}

function wholeNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`--${option} is a whole number, not "${text}".`)
}
