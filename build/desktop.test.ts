import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fullTest } from '#testing/tier.test-support.ts'
import { buildIfStale, run } from './studio-build.ts'

const ROOT = join(import.meta.dirname, '..')

/** The built desktop, run once from start to quit; see `stand-in/scenario.ts`. */
let session: Record<string, unknown>
let folder: string

beforeAll(async () => {
  await buildIfStale(ROOT, () => undefined)
  folder = await mkdtemp(join(tmpdir(), 'griot-desktop-'))
  const env = { ...process.env, GRIOT_HOME: join(folder, 'ilé'), GRIOT_PORT: '0' }
  const { code, output, errors } = await runScenario(join(folder, 'Ìròyìn.wav'), env)
  if (code !== 0) throw new Error(`The desktop ended with code ${code}.\n${output}\n${errors}`)
  session = JSON.parse(output)
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the desktop from start to quit; what it exports lies at `exported`. */
function runScenario(exported: string, env: NodeJS.ProcessEnv): ReturnType<typeof run> {
  const standIn = join(import.meta.dirname, 'stand-in')
  const register = pathToFileURL(join(standIn, 'register.ts')).href
  const args = ['--import', register, join(standIn, 'scenario.ts'), ROOT, exported]
  return run(process.execPath, args, { cwd: ROOT, env })
}

test('the window is sandboxed, isolated and has no Node', () => {
  expect(session['sandboxed']).toBe(true)
  expect(session['window']).toMatchObject({
    title: 'Griot',
    minWidth: 960,
    webPreferences: {
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
    },
  })
})

test('the page gets two functions', () => {
  expect(session['bridge']).toEqual(['call', 'on'])
})

test('a line is heard through window, backend and speech worker', () => {
  expect(session['voices']).toMatchObject({
    output: expect.arrayContaining([expect.objectContaining({ id: 'lina' })]),
  })
  expect(session['spoken']).toEqual({ bytes: expect.any(Number) })
})

test('what the page may not ask is refused in words', () => {
  expect(session['unknownMethod']).toMatchObject({ failure: { code: 'request/invalid' } })
  expect(session['wrongInput']).toMatchObject({ failure: { code: 'request/invalid' } })
})

test('the menu bar reaches the window, and offers the project that was opened last', () => {
  expect(session['menu']).toEqual({
    command: { command: 'export' },
    opened: { projectId: expect.any(String) },
    notices: ['Exported: One file.'],
    recent: ['Market morning'],
  })
})

test('a project file that cannot be opened is told in the window, in words', () => {
  expect(session['openedElsewhere']).toEqual({
    message: expect.stringMatching(/There is no file \/media\/is missing\.griot/),
  })
})

test('the tray says where the API answers', () => {
  expect(session['tray']).toMatch(/^Griot: http:\/\/127\.0\.0\.1:\d+/)
})

test('an export lands where the person chose, and a change of mind fails nothing else', () => {
  expect(session['exported']).toMatchObject({ event: 'export.done', magic: 'RIFF' })
  expect(session['exportRefused']).toMatchObject({ event: 'job.failed' })
})

test('what is exported is made here, signed with a key that the keyring has encrypted', () => {
  expect(session['verdict']).toMatchObject({ kind: 'made-here', placement: 'standard' })
  expect(session['keyFiles']).toEqual({ 'sealed-signing-key.pem': 'encrypted' })
})

fullTest(
  'without a keyring the key lies in a file of its owner alone, and the log says so',
  async () => {
    const home = join(folder, 'láìsí ìkọ̀kọ̀')
    const env = { ...process.env, GRIOT_HOME: home, GRIOT_PORT: '0', STAND_IN_KEYRING: 'none' }
    const exported = join(folder, 'Òmíràn.wav')
    const { code, output, errors } = await runScenario(exported, env)
    expect([code, errors]).toEqual([0, expect.stringContaining('no keyring')])
    expect(JSON.parse(output)).toMatchObject({
      verdict: { kind: 'made-here' },
      keyFiles: { 'signing-key.pem': 'plain' },
    })
    expect((await stat(join(home, 'provenance/signing-key.pem'))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(home, 'griot.log'), 'utf8')).toContain('no keyring')
  },
)

describe('when a process dies', () => {
  test('the speech worker is started again and speaks the next line', () => {
    expect(session['afterWorkerDied']).toMatchObject({
      spoken: { bytes: expect.any(Number) },
      started: 1,
    })
  })

  test('the backend is started again, the page reloads, and what waited is told', () => {
    expect(session['afterBackendDied']).toMatchObject({
      waiting: { failure: { message: 'Griot’s background process has stopped.' } },
      newPage: true,
      spoken: { bytes: expect.any(Number) },
    })
    expect(session['errors']).toEqual([])
  })
})

test('the studio’s own files are served with a policy, others not at all', () => {
  expect(session['schemes']).toMatchObject([
    { scheme: 'app', privileges: { standard: true, secure: true } },
  ])
  expect(session['pages']).toMatchObject({
    start: { status: 200, policy: expect.stringContaining("default-src 'none'") },
    outside: { status: 404, policy: expect.stringContaining("default-src 'none'") },
  })
})

test('nothing leads away from the studio', () => {
  expect(session['navigation']).toEqual({
    own: true,
    away: false,
    frame: false,
    redirect: false,
    webview: false,
    popup: 'deny',
    licence: 'deny',
  })
  expect(session['opened']).toEqual(['https://www.apache.org/licenses/LICENSE-2.0'])
  expect(session['windows']).toBe(1)
})

test('the microphone is all that the studio may use', () => {
  expect(session['permissions']).toEqual({
    microphone: true,
    camera: false,
    elsewhere: false,
    clipboard: false,
    device: false,
  })
})

test('a foreign page in our window never gets hold of the backend', () => {
  expect(session['foreignPage']).toBe('no answer')
})

test('quitting closes the backend and ends cleanly', () => {
  expect(session['exitCode']).toBe(0)
})
