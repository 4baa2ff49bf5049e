import type { Access } from '#app/access/access.ts'
import { openAccess } from '#app/open-library.ts'
import { sizeInWords } from '#storage/files/size-in-words.ts'
import type { Environment } from './environment.ts'
import { parseCommand, UsageError } from './help.ts'
import { bytesOf } from './size.ts'

const OPTIONS = {
  quota: { type: 'string' },
  'keep-audio': { type: 'string' },
  json: { type: 'boolean', default: false },
} as const
type Given = ReturnType<typeof parseCommand<typeof OPTIONS>>['values']
type Account = ReturnType<Access['accountOf']>

/** List accounts and set what each may hold, also while a server runs: what changes counts there at once. */
export async function accounts(
  args: readonly string[],
  { home }: Environment,
  _stop: AbortSignal,
): Promise<number> {
  const { values, positionals } = parseCommand(args, OPTIONS)
  const [action, name, ...rest] = positionals
  const isList = action === 'list' && name === undefined
  const isSet = action === 'set' && name !== undefined && rest.length === 0
  if (!isList && !isSet) throw new UsageError('Say what to do: griot accounts list | set NAME.')
  if (isList && (values.quota !== undefined || values['keep-audio'] !== undefined))
    throw new UsageError('griot accounts list takes no --quota and no --keep-audio.')
  const settings = settingsOf(values)
  if (isSet && Object.keys(settings).length === 0)
    throw new UsageError('Say what to set: --quota SIZE or --keep-audio yes|no.')
  const access = openAccess(home, (error) => console.error(error))
  try {
    if (isSet) show([access.changeAccount(name, settings)], values.json)
    else show(access.listAccounts(), values.json)
  } finally {
    access.close()
  }
  return 0
}

function show(list: readonly Account[], json: boolean): void {
  if (json) console.log(JSON.stringify(list, null, 1))
  else
    for (const { name, quotaBytes, keepAudio } of list)
      console.log(
        [name, sizeInWords(quotaBytes), keepAudio ? 'keeps audio' : 'keeps no audio'].join('\t'),
      )
}

function settingsOf({ quota, 'keep-audio': keep }: Given): Partial<Omit<Account, 'name'>> {
  return {
    ...(quota === undefined ? {} : { quotaBytes: bytesOf('quota', quota) }),
    ...(keep === undefined ? {} : { keepAudio: isYes(keep) }),
  }
}

function isYes(text: string): boolean {
  if (/^(yes|no)$/i.test(text)) return text.toLowerCase() === 'yes'
  throw new UsageError(`--keep-audio is yes or no, not "${text}".`)
}
