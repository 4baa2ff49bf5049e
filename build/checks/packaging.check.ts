import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { NOT_REDISTRIBUTABLE, shippedPackages } from '../third-party.ts'

const BUILD = join(import.meta.dirname, '..')
const read = (name: string): string => readFileSync(join(BUILD, name), 'utf8')

test('the shipped app cannot be turned into a plain Node, debugged or fed other code', () => {
  expect(parse(read('electron-builder.yml'))).toMatchObject({
    asar: true,
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    },
  })
})

test('macOS may ask for the microphone and for nothing else', () => {
  const granted = [...read('entitlements.mac.plist').matchAll(/<key>([^<]+)<\/key>/g)].map(
    ([, key]) => key,
  )
  expect(granted).toEqual([
    'com.apple.security.cs.allow-jit',
    'com.apple.security.device.audio-input',
  ])
})

test('there is a package for each system, and no check for updates without an address of releases', () => {
  const config = parse(read('electron-builder.yml'))
  expect(config.linux.target).toEqual(expect.arrayContaining(['AppImage', 'deb']))
  expect([config.mac.target, config.win.target]).toEqual([['dmg'], ['nsis']])
  // No address of releases: the check for updates stays off until there is one.
  expect(config.publish).toBeUndefined()
})

test('a double click on a project file opens it on every system', () => {
  const { fileAssociations, linux } = parse(read('electron-builder.yml'))
  expect(fileAssociations).toMatchObject([
    { ext: 'griot', mimeType: 'application/x-griot-project', role: 'Editor' },
  ])
  // Debian wants somebody to write to, and a line that says what it is.
  expect([linux.maintainer, linux.synopsis]).toEqual([expect.any(String), expect.any(String)])
})

test('what the packages are made of is there', () => {
  const { files, extraResources, mac } = parse(read('electron-builder.yml'))
  expect(files).toContain('out/{main,preload,renderer}/**')
  const root = join(BUILD, '..')
  const made = ['out/sbom.cdx.json']
  const resources = extraResources.map(({ from }: { from: string }) => from)
  const named = [...resources.filter((path: string) => !made.includes(path)), mac.entitlements]
  for (const path of [...named, mac.icon, 'package.json'])
    expect(existsSync(join(root, path)), path).toBe(true)
})

test('the packages carry what the licences of others ask for, whole folders of models with their cards, and the bill of materials', () => {
  const { extraResources, files } = parse(read('electron-builder.yml'))
  const whole = ['LICENSE', 'THIRD_PARTY.md', 'licences', 'models', 'resources']
  expect(extraResources).toEqual(
    expect.arrayContaining([
      ...whole.map((path) => ({ from: path, to: path })),
      { from: 'out/sbom.cdx.json', to: 'sbom.cdx.json' },
    ]),
  )
  const { scripts } = JSON.parse(read('../package.json'))
  expect(scripts.pack).toMatch(/npm run sbom && .*build\/pack/)
  const { packages } = JSON.parse(read('../package-lock.json'))
  const refused = shippedPackages({ packages }).filter(
    ({ licence }) => licence === NOT_REDISTRIBUTABLE,
  )
  expect(refused).not.toEqual([])
  expect(files).toEqual(expect.arrayContaining(refused.map(({ path }) => `!${path}/**`)))
})

test('the icon is a square of 512 pixels, as every system’s packager wants it', () => {
  const png = readFileSync(join(BUILD, 'icon.png'))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512])
})

test('what Node never uses is in no package: no ONNX Runtime for browsers, no image library', () => {
  const lock: { packages: Readonly<Record<string, { readonly dev?: boolean }>> } = JSON.parse(
    read('../package-lock.json'),
  )
  const shipped = Object.entries(lock.packages).filter(([, { dev }]) => !dev)
  const names = shipped.map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(names).toContain('onnxruntime-node')
  expect(names.filter((name) => /^(sharp|@img\/.*|onnxruntime-web)$/.test(name))).toEqual([])
})

test('of ONNX Runtime a package holds the files of its own system alone', () => {
  const { mac, win, linux } = parse(read('electron-builder.yml'))
  const folder = '!node_modules/onnxruntime-node/bin/napi-v*'
  expect(mac.files).toContain(`${folder}/{linux,win32}/**`)
  expect(win.files).toContain(`${folder}/{linux,darwin}/**`)
  expect(linux.files).toContain(`${folder}/{darwin,win32}/**`)
})

test('the checksums of the resources travel with the packaged program', () => {
  const { extraResources } = parse(read('electron-builder.yml'))
  expect(extraResources).toContainEqual({ from: 'resources', to: 'resources' })
})
