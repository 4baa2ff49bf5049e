import { describe, expect, test } from 'vitest'
import {
  contentSecurityPolicy,
  externalPage,
  isPermitted,
  isStudioPage,
  STUDIO,
  webPreferences,
} from './security.ts'

const studio = `${STUDIO}/`
const microphone = { permission: 'media', from: studio, media: ['audio'] }

describe('permissions', () => {
  test('the studio may use the microphone', () => {
    expect(isPermitted(microphone, studio)).toBe(true)
    expect(isPermitted({ ...microphone, from: 'app://griot' }, studio)).toBe(true)
  })

  test('the studio may put text on the clipboard, and nobody else may', () => {
    const copy = { permission: 'clipboard-sanitized-write', from: studio, media: [] }
    expect(isPermitted(copy, studio)).toBe(true)
    expect(isPermitted({ ...copy, from: 'https://example.org/' }, studio)).toBe(false)
  })

  test.each(['camera and microphone', 'camera', 'nothing named', 'screen'])(
    'the studio may not use: %s',
    (what) => {
      const media = {
        'camera and microphone': ['audio', 'video'],
        camera: ['video'],
        screen: ['unknown'],
      }
      expect(
        isPermitted({ ...microphone, media: media[what as keyof typeof media] ?? [] }, studio),
      ).toBe(false)
    },
  )

  test.each([
    'notifications',
    'geolocation',
    'clipboard-read',
    'display-capture',
    'fileSystem',
    'hid',
    'usb',
    'serial',
    'midi',
    'openExternal',
    'fullscreen',
    'local-network-access',
    'unknown',
  ])('nobody gets the permission "%s"', (permission) => {
    expect(isPermitted({ ...microphone, permission }, studio)).toBe(false)
  })

  test.each([
    'https://example.org/',
    'app://griot.evil/',
    'app://evil/',
    'file:///etc/passwd',
    'null',
    '',
    undefined,
  ])('a page at %s gets no microphone', (from) => {
    expect(isPermitted({ ...microphone, from }, studio)).toBe(false)
  })
})

describe('navigation', () => {
  test.each(['app://griot/', 'app://griot/index.html#voices', 'app://griot'])(
    '%s is the studio',
    (url) => {
      expect(isStudioPage(url, studio)).toBe(true)
    },
  )

  test.each([
    'https://griot/',
    'http://127.0.0.1:7070/',
    'app://griot:1/',
    'app://griot.example/',
    'app:griot',
    'file:///home/ada/griot.html',
    'data:text/html,<p>',
    'javascript:alert(1)',
    'about:blank',
    'not a url',
  ])('%s is not', (url) => {
    expect(isStudioPage(url, studio)).toBe(false)
  })

  test('during development, only the development server is the studio', () => {
    expect(isStudioPage('http://localhost:5173/#files', 'http://localhost:5173')).toBe(true)
    expect(isStudioPage('http://localhost:5174/', 'http://localhost:5173')).toBe(false)
    expect(isStudioPage('app://griot/', 'http://localhost:5173')).toBe(false)
  })
})

describe('links to the outside', () => {
  test('the licence opens in the user’s browser', () => {
    expect(externalPage('https://www.apache.org/licenses/LICENSE-2.0')).toBeDefined()
  })

  test('the API reference that Griot serves opens in the user’s browser', () => {
    const address = 'http://127.0.0.1:7070/docs'
    expect(externalPage(address)).toBe(address)
  })

  test.each([
    'http://127.0.0.1:7070/docs/../v1/files',
    'http://127.0.0.1:7070/docs?next=https://evil.example',
    'http://127.0.0.1.evil.example:7070/docs',
    'http://127.0.0.1:7070@evil.example/docs',
    'http://192.168.1.1:80/docs',
    'https://www.apache.org/licenses/LICENSE-2.0?next=https://evil.example',
    'https://www.apache.org.evil.example/licenses/LICENSE-2.0',
    'http://www.apache.org/licenses/LICENSE-2.0',
    'file:///etc/passwd',
    'smb://evil.example/share',
    'ms-settings:privacy',
    '',
  ])('%s opens nowhere', (url) => {
    expect(externalPage(url)).toBeUndefined()
  })
})

test('the page’s policy allows scripts from the studio only', () => {
  const rules = new Map(
    contentSecurityPolicy()
      .split('; ')
      .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]),
  )
  expect(rules.get('default-src')).toEqual(["'none'"])
  expect(rules.get('script-src')).toEqual(["'self'"])
  for (const name of ['base-uri', 'form-action', 'frame-ancestors', 'object-src'])
    expect(rules.get(name), name).toEqual(["'none'"])
  expect(contentSecurityPolicy()).not.toMatch(/https?:|unsafe-eval|\*/)
})

test('the page is isolated, sandboxed and without Node', () => {
  expect(webPreferences('/preload.cjs', false)).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    devTools: false,
  })
})
