import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from './server-process.test-support.ts'

/** OpenStack Swift with its S3 interface, on this computer alone. */
export interface Swift {
  /** Address of the S3 interface. */
  readonly endpoint: string
  readonly region: string
  /** Credentials of somebody who may do everything, and of somebody who may read where `readers` are let in. */
  readonly owner: SwiftCredentials
  readonly reader: SwiftCredentials
  /** Makes a bucket, or changes one. `readers`, `writers`: whether `reader` may read, or write. */
  setBucket(
    name: string,
    options?: {
      readonly quotaBytes?: number
      readonly readers?: boolean
      readonly writers?: boolean
    },
  ): Promise<void>
  /** Names of all objects in a bucket, or of the parts of uploads to it. Empty where there is no bucket. */
  objectsIn(bucket: string): Promise<readonly string[]>
  /** Ends it and removes its folder. */
  stop(): Promise<void>
}

export interface SwiftCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const ACCOUNT = 'griot'
const SECRET = 'only-on-this-computer'
/** Debian’s own, for which Swift is installed. */
const PYTHON = '/usr/bin/python3'

/** Starts Swift in a folder of its own for temporary files; its disk has to keep extended attributes. */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'griot-swift-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  const server = await startServerProcess({
    program: PYTHON,
    args: [join(import.meta.dirname, 'serve-swift.py'), folder, ACCOUNT, SECRET],
    isReady: (output) => /^\d+$/m.test(output),
  }).catch((error) => {
    remove()
    throw error
  })
  const port = Number(/^\d+$/m.exec(server.output())?.[0])
  const endpoint = `http://127.0.0.1:${port}`
  const token = await tokenAt(endpoint)
  const send = (path: string, method: string, headers: Record<string, string> = {}) =>
    fetch(`${endpoint}/v1/AUTH_${ACCOUNT}/${path}`, {
      method,
      headers: { ...headers, 'x-auth-token': token },
    })
  const credentials = (user: string): SwiftCredentials => ({
    accessKeyId: `${ACCOUNT}:${user}`,
    secretAccessKey: SECRET,
  })
  return {
    endpoint,
    region: 'us-east-1',
    owner: credentials('owner'),
    reader: credentials('reader'),
    async setBucket(name, { quotaBytes, readers = false, writers = false } = {}) {
      const answer = await send(encodeURIComponent(name), 'PUT', {
        'x-container-meta-quota-bytes': quotaBytes === undefined ? '' : String(quotaBytes),
        'x-container-read': readers ? `${ACCOUNT}:reader` : '',
        'x-container-write': writers ? `${ACCOUNT}:reader` : '',
      })
      if (!answer.ok) throw new Error(`Swift makes no bucket "${name}": ${answer.status}`)
    },
    async objectsIn(bucket) {
      const answer = await send(`${encodeURIComponent(bucket)}?format=json`, 'GET')
      if (answer.status === 404) return []
      const objects = (await answer.json()) as readonly { readonly name: string }[]
      return objects.map(({ name }) => name)
    },
    async stop() {
      await server.stop()
      remove()
    },
  }
}

async function tokenAt(endpoint: string): Promise<string> {
  const headers = { 'x-storage-user': `${ACCOUNT}:owner`, 'x-storage-pass': SECRET }
  const answer = await fetch(`${endpoint}/auth/v1.0`, { headers })
  const token = answer.headers.get('x-auth-token')
  if (!token) throw new Error(`Swift lets its owner not in: ${answer.status}`)
  return token
}
