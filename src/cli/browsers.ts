import { openSignedIn } from '#app/open-browsers.ts'
import type { BrowserRecord } from '#shared/browsers.ts'
import type { Environment } from './environment.ts'
import { parseCommand, UsageError } from './help.ts'

const OPTIONS = {
  all: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

/** List the browsers that are signed in to the studio and sign them out, also while a server runs: it ends what they have open. */
export async function browsers(
  args: readonly string[],
  { home }: Environment,
  _stop: AbortSignal,
): Promise<number> {
  const { values, positionals } = parseCommand(args, OPTIONS)
  const [action, number, ...rest] = positionals
  const isList = action === 'list' && number === undefined && !values.all
  const isSignOut = action === 'sign-out' && (number === undefined) === values.all
  if (rest.length > 0 || (!isList && !isSignOut))
    throw new UsageError('Say what to do: griot browsers list | sign-out NUMBER | sign-out --all.')
  const id = number === undefined ? undefined : numberOf(number)
  const signedIn = openSignedIn(home)
  try {
    if (isList) show(signedIn.browsers.list().map(withoutHash), values.json)
    else if (id !== undefined) show([signedIn.browsers.signOut(id)], values.json)
    else showCount(signedIn.browsers.signOutOthers(undefined), values.json)
  } finally {
    signedIn.close()
  }
  return 0
}

function numberOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError(`"${text}" is no number of a browser: see "griot browsers list".`)
}

function withoutHash({ hash: _, ...record }: BrowserRecord & { hash: string }): BrowserRecord {
  return record
}

function show(records: readonly BrowserRecord[], json: boolean): void {
  if (json) console.log(JSON.stringify(records, null, 1))
  else for (const record of records) console.log(lineOf(record))
}

function lineOf({ id, name, signedInBy, signedInAt, lastSeenAt }: BrowserRecord): string {
  const by = `signed in ${signedInAt} with a ${signedInBy}`
  return [id, name, by, `last seen ${lastSeenAt}`].join('\t')
}

function showCount(signedOut: number, json: boolean): void {
  if (json) console.log(JSON.stringify({ signedOut }))
  else
    console.log(
      signedOut === 1 ? '1 browser is signed out.' : `${signedOut} browsers are signed out.`,
    )
}
