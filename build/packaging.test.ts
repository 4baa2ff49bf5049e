import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

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

test('the icon is a square of 512 pixels, as every system’s packager wants it', () => {
  const png = readFileSync(join(import.meta.dirname, 'icon.png'))
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
