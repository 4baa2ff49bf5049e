/**
 * Session of a page with Web Crypto, which exists in secure contexts, 127.0.0.1 among them. No page can read the private key,
 * not even one of another program at this address; `serverKey` is the public key of the Griot that signed this browser in.
 */
export interface KeySession {
  readonly browser: string
  readonly privateKey: CryptoKey
  readonly serverKey: CryptoKey
}

/** Session of a page over plain HTTP from another machine, where everything can be read on the way anyway. */
export interface SecretSession {
  readonly secret: string
}

export type StoredSession = KeySession | SecretSession

const NAME = 'griot.session'
const STORE = 'sessions'
const KEY = 'this'
const tabs = new BroadcastChannel(NAME)

/** Session of this page's origin (scheme, host and port); undefined if there is none, or if the browser stores nothing. */
export async function readStoredSession(): Promise<StoredSession | undefined> {
  if (!window.isSecureContext) return readSecret()
  removeSecret()
  const stored = await inStore('readonly', (store) => store.get(KEY)).catch(() => undefined)
  return isKeySession(stored) ? stored : undefined
}

/** Stores the session for all tabs of this origin; only this tab has it if the browser stores nothing. */
export async function storeSession(session: StoredSession): Promise<void> {
  if ('secret' in session) storeSecret(session.secret)
  else await writeInStore((store) => store.put(session, KEY)).catch(() => undefined)
  tabs.postMessage('changed')
}

export async function removeStoredSession(): Promise<void> {
  removeSecret()
  if (window.isSecureContext)
    await writeInStore((store) => store.delete(KEY)).catch(() => undefined)
  tabs.postMessage('changed')
}

/** Calls the listener when another tab has stored or removed the session. */
export function onStoredSessionChange(listener: () => void): void {
  tabs.addEventListener('message', listener)
}

/** What another program has stored here may be anything. */
function isKeySession(value: unknown): value is KeySession {
  if (typeof value !== 'object' || value === null) return false
  const { browser, privateKey, serverKey } = value as Partial<KeySession>
  return (
    typeof browser === 'string' && privateKey instanceof CryptoKey && serverKey instanceof CryptoKey
  )
}

/** Failures of a database of this name that another program made: of a higher version, or without our store or with another one. */
const OF_FOREIGN_DATABASE = ['VersionError', 'NotFoundError', 'DataError', 'ConstraintError']

/** As `inStore`; deletes a database of another program that is in the way. It stays while a page of that program has it open. */
async function writeInStore(ask: (store: IDBObjectStore) => IDBRequest): Promise<void> {
  try {
    await inStore('readwrite', ask)
  } catch (error) {
    if (!(error instanceof DOMException && OF_FOREIGN_DATABASE.includes(error.name))) throw error
    await deleteDatabase()
    await inStore('readwrite', ask)
  }
}

function deleteDatabase(): Promise<unknown> {
  const deleting = indexedDB.deleteDatabase(NAME)
  return new Promise((resolve, reject) => {
    // Another page has it open.
    deleting.onblocked = () => reject(new DOMException(undefined, 'InvalidStateError'))
    resultOf(deleting).then(resolve, reject)
  })
}

async function inStore(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const opening = indexedDB.open(NAME, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database: IDBDatabase = await resultOf(opening)
  try {
    return await resultOf(ask(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function readSecret(): SecretSession | undefined {
  const secret = localStorageOrNone()?.getItem(NAME) ?? ''
  return /^[\w-]+$/.test(secret) ? { secret } : undefined
}

function storeSecret(secret: string): void {
  localStorageOrNone()?.setItem(NAME, secret)
}

function removeSecret(): void {
  localStorageOrNone()?.removeItem(NAME)
}

function localStorageOrNone(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
