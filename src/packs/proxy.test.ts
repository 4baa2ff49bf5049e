import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, type Server } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { selfSigned } from '#testing/certificate.test-support.ts'
import { openPackHttp } from './http-client.ts'
import { mirrorOf, packSettingsOf } from './pack-settings.ts'
import { never, openSmallPack } from './packs.test-support.ts'

const { key, cert } = selfSigned('hub.example')
const hub = await listening(
  createHttpsServer({ key, cert }, (_request, response) => response.end('model')),
)
const asked: string[] = []
const proxyServer = createServer((_request, response) => response.writeHead(500).end())
const proxy = await listening(
  proxyServer.on('connect', ({ url = '', headers }, client) => {
    asked.push(`${url} ${headers['proxy-authorization'] ?? ''}`.trim())
    const server = connect(hub, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      server.pipe(client).pipe(server)
    })
    for (const end of [client, server]) end.on('error', () => undefined)
  }),
)
beforeEach(() => {
  asked.length = 0
})

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close())
  // A TCP server has an address object.
  return (server.address() as AddressInfo).port
}

const get = async (
  variables: Readonly<Record<string, string>>,
  authorities: readonly string[] | undefined = [cert],
): Promise<string> => {
  const http = openPackHttp({
    proxies: packSettingsOf(variables).proxies,
    ...(authorities.length > 0 ? { authorities } : {}),
  })
  try {
    const { body } = await http.get('https://hub.example/model', {}, never)
    return Buffer.concat(await body.toArray()).toString()
  } finally {
    await http.close()
  }
}

test.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY'])(
  '%s is used for files of packs',
  async (name) => {
    expect(await get({ [name]: `http://127.0.0.1:${proxy}` })).toBe('model')
    expect(asked).toEqual(['hub.example:443'])
  },
)

test('the name and the password of a proxy go to the proxy', async () => {
  await get({ HTTPS_PROXY: `http://me:secret@127.0.0.1:${proxy}` })
  expect(asked).toEqual([`hub.example:443 Basic ${Buffer.from('me:secret').toString('base64')}`])
})

test.each([
  [407, /wants a name and a password: put them into HTTPS_PROXY/],
  [403, /does not lead to hub\.example: it answered 403/],
])('a proxy that answers %i is told in words, and not asked again', async (status, words) => {
  let times = 0
  const port = await listening(
    createServer().on('connect', (_request, client) => {
      times++
      client.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    }),
  )
  await expect(get({ HTTPS_PROXY: `http://127.0.0.1:${port}` })).rejects.toMatchObject({
    code: 'pack/download',
    message: expect.stringMatching(words),
  })
  expect(times).toBe(1)
})

test('hosts that NO_PROXY names are asked without a proxy', async () => {
  const settings = { HTTPS_PROXY: `http://127.0.0.1:${proxy}`, NO_PROXY: 'localhost,hub.example' }
  await expect(get(settings)).rejects.toThrow(/hub\.example is not known|cannot be looked up/)
  expect(asked).toEqual([])
})

test('a certificate that nobody vouches for is told in words', async () => {
  const settings = { HTTPS_PROXY: `http://127.0.0.1:${proxy}` }
  await expect(get(settings, [])).rejects.toMatchObject({
    code: 'pack/download',
    message: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  })
})

test('this computer is asked without a proxy', async () => {
  const pack = await openSmallPack()
  await pack.store.accept('small', 'Apache-2.0')
  const { proxies } = packSettingsOf({ HTTP_PROXY: `http://127.0.0.1:${proxy}` })
  await pack.open({}, { proxies }).install('small', () => undefined, never)
  expect(asked).toEqual([])
})

test('a proxy, or a mirror, that is no address is told by its name', () => {
  expect(() => openPackHttp({ proxies: { https: 'proxy without an address' } })).toThrow(
    /HTTPS_PROXY or HTTP_PROXY is not the address/,
  )
  for (const mirror of ['mirror.example', 'http://mirror.example', 'https://a:b@mirror.example'])
    expect(() => packSettingsOf({ GRIOT_MODELS_MIRROR: mirror })).toThrow(
      `GRIOT_MODELS_MIRROR must be an https address`,
    )
  expect(mirrorOf('https://mirror.example/hub', '--mirror')).toBe('https://mirror.example/hub')
  expect(packSettingsOf({ GRIOT_MODELS_MIRROR: '', GRIOT_PACKS_CATALOG: '' })).toMatchObject({
    ...{ mirror: undefined, catalogFolder: undefined },
  })
})
