import type { Access } from '#app/access/access.ts'
import { type AccountSettings, OWNER } from '#shared/access.ts'
import type { Handlers } from '#shared/api.ts'
import type { Account } from '#storage/db/accounts.ts'
import type { RetryWhileBusy } from '#storage/db/busy-retry.ts'

type AccessMethod = Extract<
  keyof Handlers,
  `keys.${string}` | `guests.${string}` | `account.${string}`
>

/** The contract's part about tokens and accounts. Whoever sits at the studio is the owner. */
export function accessHandlers(
  access: Access,
  retryWhileBusy: RetryWhileBusy,
): Pick<Handlers, AccessMethod> {
  return {
    'keys.list': async () => [...(await retryWhileBusy(access.keys.list))],
    'keys.create': (draft) => retryWhileBusy(() => access.keys.create(draft)),
    'keys.revoke': ({ id }) => retryWhileBusy(() => access.keys.revoke(id)),
    'keys.shown': async () => {
      await access.firstShown('studio')
      return {}
    },
    'guests.create': ({ ttlSeconds }) =>
      retryWhileBusy(() => access.guests.create(OWNER, ttlSeconds)),
    'account.settings': async () => shown(await access.accountOf(OWNER)),
    'account.change': async (settings) =>
      shown(await retryWhileBusy(() => access.changeAccount(OWNER, settings))),
  }
}

function shown({ keepAudio }: Account): AccountSettings {
  return { keepAudio }
}
