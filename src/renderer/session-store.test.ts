import { afterEach, expect, test, vi } from 'vitest'
import { readStoredSession, storeSession } from './session-store.ts'

interface FakeDatabase {
  readonly version: number
  /** Values of each store by their keys; `hasKeyPath`: the store takes no key beside the value. */
  readonly stores: Map<
    string,
    { readonly hasKeyPath: boolean; readonly values: Map<string, unknown> }
  >
}

/** As much of IndexedDB as the studio uses, which Node does not have, with the errors of its specification. */
function fakeIndexedDb(planted?: FakeDatabase) {
  let stored = planted
  const request = (work: () => unknown) => {
    const asked: Record<string, unknown> & { [on: `on${string}`]: () => void } = {}
    queueMicrotask(() => {
      try {
        asked['result'] = work()
        if (asked['isNew']) asked['onupgradeneeded']?.()
        asked['onsuccess']?.()
      } catch (error) {
        asked['error'] = error
        asked['onerror']?.()
      }
    })
    return asked
  }
  const handleOf = ({ stores }: FakeDatabase) => ({
    createObjectStore: (name: string) => stores.set(name, { hasKeyPath: false, values: new Map() }),
    close: () => undefined,
    transaction: (name: string) => {
      const store = stores.get(name)
      if (!store) throw new DOMException('no such store', 'NotFoundError')
      const { hasKeyPath, values } = store
      return {
        objectStore: () => ({
          get: (key: string) => request(() => values.get(key)),
          put: (value: unknown, key: string) => {
            if (hasKeyPath) throw new DOMException('the key is in the value', 'DataError')
            return request(() => values.set(key, value))
          },
        }),
      }
    },
  })
  return {
    open: (_name: string, version: number) => {
      const opening = request(() => {
        if (stored && stored.version > version) throw new DOMException('higher', 'VersionError')
        opening['isNew'] = stored === undefined
        stored ??= { version, stores: new Map() }
        return handleOf(stored)
      })
      return opening
    },
    deleteDatabase: () =>
      request(() => {
        stored = undefined
      }),
  }
}

afterEach(() => void vi.unstubAllGlobals())

const session = async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  return { browser: 'this one', privateKey: pair.privateKey, serverKey: pair.publicKey }
}

test('a session is stored also where another program has left a database of the same name', async () => {
  const withKeyPath = { hasKeyPath: true, values: new Map() }
  const plants: readonly (FakeDatabase | undefined)[] = [
    undefined,
    { version: 7, stores: new Map() },
    { version: 1, stores: new Map() },
    { version: 1, stores: new Map([['sessions', withKeyPath]]) },
  ]
  for (const planted of plants) {
    vi.stubGlobal('window', { isSecureContext: true, localStorage: undefined })
    vi.stubGlobal('indexedDB', fakeIndexedDb(planted))
    expect(await readStoredSession()).toBeUndefined()
    const own = await session()
    await storeSession(own)
    expect(await readStoredSession()).toBe(own)
  }
})
