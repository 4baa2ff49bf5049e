import { askToSignIn, send, type TestPage } from '#server/client.test-support.ts'
import { type RunningGriot, startGriot } from './griot.test-support.ts'

/** A node of a service that runs. */
export interface RunningNode extends RunningGriot {
  readonly url: string
  /** The key that the first node has made; undefined at all others. */
  readonly firstKey: string | undefined
  /** Token of the link to its studio that it has printed. */
  readonly linkToken: string
  /** An answer of its API to `key`. */
  fetch(path: string, key: string, init?: RequestInit): Promise<Response>
  /** Signs a browser in to its studio, with a link or a key. */
  signIn(credentials: Readonly<Record<string, string>>): ReturnType<typeof askToSignIn>
  /** Status with which its studio answers the page of a browser. */
  studioStatus(page: TestPage): Promise<number>
}

/** A clock that is `minutes` wrong, as `NODE_OPTIONS` for a program. */
export function withClockOff(minutes: number): { readonly NODE_OPTIONS: string } {
  const code = `const Real = Date, off = ${minutes * 60_000}
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + off) : super(...given) }
      static now() { return Real.now() + off }
    }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}

/** Starts a node on the database at `address`, with its data folder in `folder`. */
export async function startNode(
  folder: string,
  address: string,
  variables: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): Promise<RunningNode> {
  const running = startGriot(folder, ['serve', '--port', '0', ...options], {
    GRIOT_DATABASE: address,
    ...variables,
  })
  const url = await running.address()
  const out = await running.printed(/API\s+\S+\/v1\n/)
  return {
    ...{ ...running, url },
    firstKey: /API key\s+(\S+)/.exec(out)?.[1],
    linkToken: /#token=(\S+)/.exec(out)?.[1] ?? '',
    fetch: (path, key, init) =>
      fetch(`${url}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, ...init?.headers },
      }),
    signIn: (credentials) => askToSignIn({ url }, credentials),
    async studioStatus(page) {
      const headers = await page.headers(url)
      return (await send(`${url}/studio/session`, { headers })).status
    },
  }
}
