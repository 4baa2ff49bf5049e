import type { Handlers } from '#shared/api.ts'
import type { Browsers } from '#storage/db/browsers.ts'
import type { RetryWhileBusy } from '#storage/db/busy-retry.ts'

type BrowserMethod = Extract<keyof Handlers, `browsers.${string}`>

/** The contract's part about browsers that are signed in; `own`: the hash of the one that asks, where a browser does. */
export function browserHandlers(
  browsers: Browsers,
  retryWhileBusy: RetryWhileBusy,
  own: string | undefined,
): Pick<Handlers, BrowserMethod> {
  return {
    'browsers.list': async () =>
      (await retryWhileBusy(browsers.list)).map(({ hash, ...record }) => ({
        ...record,
        isThis: hash === own,
      })),
    'browsers.signOut': ({ id }) => retryWhileBusy(() => browsers.signOut(id)),
    'browsers.signOutOthers': async () => ({
      signedOut: await retryWhileBusy(() => browsers.signOutOthers(own)),
    }),
  }
}
