import type { Access } from '#app/access/access.ts'
import { type AccountSettings, OWNER } from '#shared/access.ts'
import type { Handlers } from '#shared/api.ts'
import type { Account } from '#storage/db/accounts.ts'
import type { UntilFree } from '#storage/db/until-free.ts'

type AccessMethod = Extract<
  keyof Handlers,
  `keys.${string}` | `guests.${string}` | `account.${string}`
>

/** The contract's part about tokens and accounts. Whoever sits at the studio is the owner. */
export function accessHandlers(access: Access, untilFree: UntilFree): Pick<Handlers, AccessMethod> {
  return {
    'keys.list': async () => [...(await untilFree(access.keys.list))],
    'keys.create': (draft) => untilFree(() => access.keys.create(draft)),
    'keys.revoke': ({ id }) => untilFree(() => access.keys.revoke(id)),
    'keys.shown': async () => {
      await access.firstShown()
      return {}
    },
    'guests.create': ({ ttlSeconds }) => untilFree(() => access.guests.create(OWNER, ttlSeconds)),
    'account.settings': async () => shown(access.accountOf(OWNER)),
    'account.change': async (settings) =>
      shown(await untilFree(() => access.changeAccount(OWNER, settings))),
  }
}

function shown({ keepAudio }: Account): AccountSettings {
  return { keepAudio }
}
