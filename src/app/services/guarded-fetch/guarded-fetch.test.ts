import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'
import {
  type DnsRecords,
  NOBODY,
  openPublicSite,
  type PublicSite,
} from './https-server.test-support.ts'

const PUBLIC = [['93.184.216.34']]
const MAX_BYTES = 100_000
const forever = new AbortController().signal
const requests: IncomingMessage[] = []
let site: PublicSite | undefined

afterEach(async () => {
  await site?.close()
  site = undefined
  requests.length = 0
})

async function open(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  names: DnsRecords = { 'ohun.example.org': PUBLIC },
): Promise<PublicSite> {
  site = await openPublicSite((request, response) => {
    requests.push(request)
    answer(request, response)
  }, names)
  return site
}

async function fetchAll(
  link: string,
  { network }: PublicSite,
  { signal = forever, timeoutMs = 20_000 } = {},
): Promise<Buffer> {
  const options = { network, maxBytes: MAX_BYTES, timeoutMs }
  return Buffer.concat(await Array.fromAsync(guardedFetch(link, options, signal)))
}

const NOTHING = /^Nothing could be fetched from [\w.:-]+\. Give a link/

test('a file behind a link arrives whole, and the site learns nothing of the caller', async () => {
  const bytes = Buffer.from('ohùn '.repeat(10_000))
  const at = await open((_, response) => response.end(bytes))
  expect(await fetchAll('https://ohun.example.org/orin.mp3?a=1#b', at)).toEqual(bytes)
  expect(at.connections).toEqual(['93.184.216.34'])
  const [request] = requests
  expect(request?.url).toBe('/orin.mp3?a=1')
  expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
  expect(request?.headers.host).toBe('ohun.example.org')
})

test.each([
  ['loopback', ['127.0.0.1']],
  ['private', ['10.1.2.3']],
  ['link-local', ['fe80::1']],
  ['mapped', ['::ffff:169.254.169.254']],
  ['an address of this machine', ['198.97.38.1']],
  ['public and private', ['93.184.216.34', '192.168.0.1']],
  ['private and public', ['fd00::1', '93.184.216.34']],
  ['nothing', []],
])('a name that leads to %s is not connected to', async (_, addresses) => {
  const at = await open((_request, response) => response.end('secret'), {
    'ohun.example.org': [addresses],
  })
  await expect(fetchAll('https://ohun.example.org/', at)).rejects.toMatchObject({
    code: 'transcribe/source',
    message: expect.stringMatching(NOTHING),
  })
  expect(at.connections).toEqual([])
})

test('a name that does not exist, one that is private, and one where nobody answers read the same', async () => {
  const at = await open((_, response) => response.end('x'), {
    'private.example.org': [['10.0.0.1']],
    'dark.example.org': [[NOBODY]],
  })
  const words = await Promise.all(
    ['private', 'dark', 'none'].map((name) =>
      fetchAll(`https://${name}.example.org/`, at).catch(({ message }) =>
        message.replace(`${name}.`, ''),
      ),
    ),
  )
  expect(new Set(words).size).toBe(1)
})

test('a name that is public when it is checked and private afterwards is connected to where it was checked', async () => {
  const at = await open((_, response) => response.end('public'), {
    'rebind.example.org': [['93.184.216.34'], ['127.0.0.1']],
  })
  expect(String(await fetchAll('https://rebind.example.org/', at))).toBe('public')
  expect(at.resolved).toEqual(['rebind.example.org'])
  expect(at.connections).toEqual(['93.184.216.34'])
  // The second time it is private, and is not connected to.
  await expect(fetchAll('https://rebind.example.org/', at)).rejects.toThrow(NOTHING)
  expect(at.connections).toHaveLength(1)
})

test('a redirect to the same name is resolved and checked again', async () => {
  const at = await open((_, response) => response.writeHead(302, { location: '/again' }).end(), {
    'rebind.example.org': [['93.184.216.34'], ['169.254.169.254']],
  })
  await expect(fetchAll('https://rebind.example.org/', at)).rejects.toThrow(NOTHING)
  expect(at.connections).toEqual(['93.184.216.34'])
})

test('five redirects are followed, across hosts', async () => {
  const at = await open(
    ({ url }, response) => {
      const step = Number(url?.slice(1))
      const host = step % 2 ? 'one.example.org' : 'two.example.org'
      if (step === 5) response.end('there')
      else response.writeHead(307, { location: `https://${host}/${step + 1}` }).end('elsewhere')
    },
    { 'one.example.org': PUBLIC, 'two.example.org': [['1.1.1.1']] },
  )
  expect(String(await fetchAll('https://one.example.org/0', at))).toBe('there')
  expect(requests).toHaveLength(6)
})

test('the sixth redirect is not followed', async () => {
  const at = await open((_, response) => response.writeHead(301, { location: '/on' }).end())
  await expect(fetchAll('https://ohun.example.org/', at)).rejects.toThrow('more than 5 times')
  expect(requests).toHaveLength(6)
})

test.each([
  'http://ohun.example.org/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2130706433/',
  'https://user:secret@ohun.example.org/',
  'https://ohun.example.org:8443/',
  'file:///etc/passwd',
  'https://',
  '//10.0.0.1/',
])('a redirect to %s is not followed', async (location) => {
  const at = await open((_, response) => response.writeHead(302, { location }).end())
  await expect(fetchAll('https://ohun.example.org/', at)).rejects.toMatchObject({
    code: 'transcribe/source',
  })
  expect(requests).toHaveLength(1)
  expect(at.connections).toHaveLength(1)
})

test.each([404, 403, 500, 204, 304, 206, 300])(
  'status %i is told as what it is, and its body is not taken',
  async (status) => {
    const at = await open((_, response) => response.writeHead(status).end())
    await expect(fetchAll('https://ohun.example.org/', at)).rejects.toThrow(
      `ohun.example.org answered with status ${status}.`,
    )
  },
)

test('a body that never ends is left at the limit', async () => {
  const chunk = Buffer.alloc(10_000)
  const at = await open((_, response) => {
    const go = (): void => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', go)
    }
    go()
  })
  await expect(fetchAll('https://ohun.example.org/', at)).rejects.toMatchObject({
    code: 'file/too-large',
    message: expect.stringContaining('100,000 bytes'),
  })
})

test('a body that says it is too large is not read', async () => {
  const at = await open((_, response) => {
    response.writeHead(200, { 'content-length': MAX_BYTES + 1 }).flushHeaders()
  })
  await expect(fetchAll('https://ohun.example.org/', at)).rejects.toMatchObject({
    code: 'file/too-large',
  })
})

test.each([
  ['the head', (_: IncomingMessage, _response: ServerResponse) => undefined],
  [
    'the body',
    (_: IncomingMessage, response: ServerResponse) => {
      response.write('slow')
    },
  ],
  [
    'a byte now and then',
    (_: IncomingMessage, response: ServerResponse) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    },
  ],
])('a site that lets wait for %s is given up', async (_, answer) => {
  const at = await open(answer)
  await expect(fetchAll('https://ohun.example.org/', at, { timeoutMs: 300 })).rejects.toThrow(
    'could not be fetched within 0.3 s',
  )
})

test('a name that is never resolved is given up', async () => {
  const at = await open((_, response) => response.end())
  const network = { ...at.network, resolve: () => new Promise<never>(() => undefined) }
  await expect(
    fetchAll('https://ohun.example.org/', { ...at, network }, { timeoutMs: 200 }),
  ).rejects.toThrow('within 0.2 s')
})

test('a body that is cut off is not taken for a whole one', async () => {
  const at = await open((_, response) => {
    response.writeHead(200, { 'content-length': 1_000 })
    response.write('half', () => response.destroy())
  })
  await expect(fetchAll('https://ohun.example.org/', at)).rejects.toThrow(NOTHING)
})

test('a compressed body is refused: what it would become is unknown', async () => {
  const at = await open((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
  )
  await expect(fetchAll('https://ohun.example.org/', at)).rejects.toThrow('compressed')
})

test('what is no HTTP, and a protocol that changes, are refused', async () => {
  const at = await open((_, response) => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'))
  await expect(fetchAll('https://ohun.example.org/', at)).rejects.toThrow(NOTHING)
  await at.close()
  const other = await open((_, response) =>
    response.socket?.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'),
  )
  await expect(fetchAll('https://ohun.example.org/', other)).rejects.toThrow(NOTHING)
})

test('a certificate for another name, and one that nobody vouches for, are refused', async () => {
  const at = await open((_, response) => response.end('x'))
  const network = { ...at.network, resolve: async () => ['93.184.216.34'] }
  await expect(fetchAll('https://other.example.org/', { ...at, network })).rejects.toThrow(NOTHING)
  const { authorities: _, ...unknown } = at.network
  await expect(fetchAll('https://ohun.example.org/', { ...at, network: unknown })).rejects.toThrow(
    NOTHING,
  )
  expect(requests).toEqual([])
})

test('where one address of a name does not answer, the next is tried', async () => {
  const at = await open((_, response) => response.end('second'), {
    'two.example.org': [[NOBODY, '93.184.216.34']],
  })
  expect(String(await fetchAll('https://two.example.org/', at))).toBe('second')
  expect(at.connections).toEqual([NOBODY, '93.184.216.34'])
})

test('whoever stops ends the connection, with their own reason', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const stop = new AbortController()
  const at = await open((_, response) => {
    response.on('close', resolve)
    response.write('begun', () => stop.abort(new Error('enough')))
  })
  await expect(fetchAll('https://ohun.example.org/', at, { signal: stop.signal })).rejects.toThrow(
    'enough',
  )
  await closed
})

test('whoever reads no further ends the connection', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const at = await open((_, response) => {
    response.on('close', resolve)
    response.write('begun')
  })
  const options = { network: at.network, maxBytes: MAX_BYTES, timeoutMs: 600_000 }
  for await (const _ of guardedFetch('https://ohun.example.org/', options, forever)) break
  await closed
})
