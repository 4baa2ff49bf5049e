import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathSegments, readStudioFile } from './studio-files.ts'

let folder: string
let root: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'griot-studio-'))
  root = join(folder, 'renderer')
  await mkdir(join(root, 'assets'), { recursive: true })
  await mkdir(join(folder, 'renderer-other'))
  await writeFile(join(root, 'index.html'), '<h1>Ẹ káàbọ̀</h1>')
  await writeFile(join(root, 'assets/app.js'), 'export {}')
  await writeFile(join(root, 'assets/ohùn ẹ̀dá.woff2'), 'font')
  await writeFile(join(folder, 'secret.txt'), 'not for the page')
  await writeFile(join(folder, 'renderer-other/secret.txt'), 'not for the page')
  await symlink(join(folder, 'secret.txt'), join(root, 'linked.txt'))
  await symlink(folder, join(root, 'up'))
  await symlink(join(root, 'assets'), join(root, 'inside'))
})
afterAll(() => rm(folder, { recursive: true }))

const textOf = async (address: string): Promise<string | undefined> =>
  (await readStudioFile(root, address))?.bytes.toString()

describe('what is served', () => {
  test.each(['app://griot/', 'app://griot', 'app://griot/index.html', 'app://griot/?x=1#voices'])(
    '%s is the start page',
    async (address) => {
      expect(await textOf(address)).toBe('<h1>Ẹ káàbọ̀</h1>')
    },
  )

  test('every file has its media type', async () => {
    expect((await readStudioFile(root, 'app://griot/'))?.mediaType).toBe('text/html; charset=utf-8')
    expect((await readStudioFile(root, 'app://griot/assets/app.js'))?.mediaType).toMatch(
      /javascript/,
    )
  })

  test('names outside ASCII and with spaces are found', async () => {
    const font = await readStudioFile(root, new URL('app://griot/assets/ohùn ẹ̀dá.woff2').href)
    expect(font?.mediaType).toBe('font/woff2')
  })

  test('a link that stays inside is followed', async () => {
    expect(await textOf('app://griot/inside/app.js')).toBe('export {}')
  })
})

describe('what is refused', () => {
  test.each([
    'app://griot/../secret.txt',
    'app://griot/%2e%2e/secret.txt',
    'app://griot/%2e%2e%2fsecret.txt',
    'app://griot/..%2fsecret.txt',
    'app://griot/..%5csecret.txt',
    'app://griot/assets/..%2f..%2fsecret.txt',
    'app://griot/%252e%252e/secret.txt',
    'app://griot/..\\secret.txt',
    'app://griot//etc/passwd',
    'app://griot/%2fetc%2fpasswd',
    'app://griot/C:/Windows/win.ini',
    'app://griot/C%3A%5CWindows%5Cwin.ini',
    'app://griot/index.html%00.js',
    'app://griot/index.html::$DATA',
    'app://griot/%0d%0aindex.html',
    'app://griot/%',
    'app://griot/%ff%fe',
    'app://griot/linked.txt',
    'app://griot/up/secret.txt',
    'app://griot/up/renderer-other/secret.txt',
    'app://griot/assets',
    'app://griot/assets/',
    'app://griot/nothing.html',
    'app://griot/index.html/more',
    `app://griot/${'a'.repeat(5_000)}`,
    'app://other/index.html',
    'app://griot:80/index.html',
    'app://griot.example/index.html',
    'file:///etc/passwd',
    'https://griot/index.html',
    'not an address',
  ])('%s', async (address) => {
    expect(await readStudioFile(root, address)).toBeUndefined()
  })

  test('a sibling folder whose name starts the same', () => {
    expect(pathSegments('app://griot/..%2frenderer-other/secret.txt')).toBeUndefined()
  })
})
