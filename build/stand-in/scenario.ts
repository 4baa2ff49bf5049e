import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, exited, type MenuItem, protocol, seen, session } from './electron.ts'

// Runs the built desktop over the stand-in, lives through a session and prints what happened as JSON.
const [root = '', savePath = ''] = process.argv.slice(2)

interface Griot {
  call(
    method: string,
    input: unknown,
  ): Promise<{ output?: unknown; failure?: { code: string; message: string } }>
  on(event: string, listener: (data: never) => void): () => void
}
/** Objects that the current page can reach. */
const griot = (): Griot => seen.page['griot'] as Griot

await import(pathToFileURL(join(root, 'out/main/index.js')).href)
while (!seen.page['griot']) await new Promise((resolve) => setTimeout(resolve, 10))
const [window] = seen.windows
if (!window) throw new Error('The desktop opened no window.')

const report = {
  sandboxed: app.sandboxed,
  schemes: seen.schemes,
  window: window.options,
  bridge: Object.keys(griot()),
  voices: await griot().call('voices.list', {}),
  unknownMethod: await griot().call('shell.run', {}),
  wrongInput: await griot().call('speech.start', { text: 1 }),
  spoken: await speak('Good morning. How are you today?'),
  afterWorkerDied: await afterWorkerDied(),
  exported: await exportTo(savePath),
  exportRefused: await exportTo(undefined),
  verdict: await verdictOn(savePath),
  keyFiles: keyFiles(),
  menu: await chooseInMenu(),
  openedElsewhere: await openElsewhere(),
  tray: seen.tray,
  afterBackendDied: await afterBackendDied(),
  pages: await pages(),
  navigation: navigation(),
  permissions: permissions(),
  foreignPage: await foreignPage(),
  windows: seen.windows.length,
  errors: seen.errors,
  opened: seen.opened,
}
app.quit()
const exitCode = await exited
process.stdout.write(JSON.stringify({ ...report, exitCode }))
process.exit(0)

/** How many bytes of sound a line gave, or how it failed. */
function speak(text: string): Promise<{ bytes: number } | { failed: string }> {
  const jobId = randomUUID()
  let bytes = 0
  return new Promise((resolve) => {
    griot().on('speech.chunk', ({ pcm }: { pcm: Uint8Array }) => {
      bytes += pcm.byteLength
    })
    griot().on('speech.done', (job: { jobId: string }) => job.jobId === jobId && resolve({ bytes }))
    griot().on('job.failed', (job: { jobId: string; message: string }) => {
      if (job.jobId === jobId) resolve({ failed: job.message })
    })
    griot()
      .call('speech.start', { jobId, text, voice: 'lina' })
      .then(
        ({ failure }) => {
          if (failure) resolve({ failed: failure.message })
        },
        (error) => resolve({ failed: String(error) }),
      )
  })
}

async function afterWorkerDied() {
  const workers = () =>
    seen.utilities.filter(({ modulePath }) => modulePath.endsWith('speech-worker.js'))
  const before = workers().length
  workers().at(-1)?.kill()
  return { spoken: await speak('And again.'), started: workers().length - before }
}

async function afterBackendDied() {
  const before = griot()
  const backend = seen.utilities.findLast(({ modulePath }) => modulePath.endsWith('backend.js'))
  const ended = new Promise((resolve) => backend?.once('exit', resolve))
  backend?.kill()
  const waiting = before.call('voices.list', {})
  await ended
  return { waiting: await waiting, newPage: griot() !== before, spoken: await speak('Once more.') }
}

async function exportTo(path: string | undefined) {
  seen.savePath = path
  const jobId = randomUUID()
  const line = { id: 'one', text: 'Saved to disk.', voice: 'john', speed: 1 }
  const ended = new Promise<object>((resolve) => {
    for (const event of ['export.done', 'job.failed'])
      griot().on(event, (job: { jobId: string }) => {
        if (job.jobId === jobId) resolve({ event, ...job })
      })
  })
  const order = { jobId, title: 'Ìròyìn', lines: [line], formats: ['wav'] }
  const { failure } = await griot().call('export.start', order)
  const end = failure ?? (await ended)
  const written = path && existsSync(path)
  return { ...end, magic: written ? readFileSync(path).toString('latin1', 0, 4) : undefined }
}

/** Verdict of the backend on a file that the window sends. */
async function verdictOn(path: string) {
  const jobId = randomUUID()
  const bytes = readFileSync(path)
  const order = { jobId, fileName: 'Ìròyìn.wav', sizeBytes: bytes.length }
  await griot().call('verify.begin', order)
  for (let at = 0; at < bytes.length; at += 1_000_000)
    await griot().call('verify.append', { jobId, bytes: bytes.subarray(at, at + 1_000_000) })
  const { output } = await griot().call('verify.finish', { jobId })
  return output
}

/** An item of the menu bar, of any depth. */
function menuItem(id: string, items: readonly MenuItem[] = seen.menu): MenuItem | undefined {
  for (const item of items) {
    const found = item.id === id ? item : menuItem(id, item.submenu ?? [])
    if (found) return found
  }
  return undefined
}

/** What comes of choices in the menu bar: a command, a recent project, and a notice while no window is in front. */
async function chooseInMenu() {
  const command = nextEvent('menu.command')
  menuItem('export')?.click?.()
  const opened = nextEvent('project.open')
  const recent = menuItem('recent')?.submenu ?? []
  recent[0]?.click?.()
  await griot().call('desktop.notify', { title: 'Exported', body: 'One file.' })
  return {
    ...{ command: await command, opened: await opened, notices: seen.notices },
    recent: recent.map(({ label }) => label),
  }
}

/** What comes of a second start with a project file that is not there, by its address as the desktops of Linux give it. */
function openElsewhere() {
  const failed = nextEvent('desktop.failed')
  app.emit('second-instance', {}, ['griot', 'file:///media/is%20missing.griot'], '/')
  return failed
}

function nextEvent(event: string): Promise<unknown> {
  return new Promise((resolve) => {
    griot().on(event, (data: unknown) => resolve(data))
  })
}

/** Where signing keys lie on the disk, and whether one can be read there. */
function keyFiles() {
  const folder = join(process.env['GRIOT_HOME'] ?? '', 'provenance')
  const kind = (name: string): string =>
    readFileSync(join(folder, name), 'utf8').includes('BEGIN PRIVATE KEY') ? 'plain' : 'encrypted'
  return Object.fromEntries(
    readdirSync(folder).flatMap((name) => (name.endsWith('.pem') ? [[name, kind(name)]] : [])),
  )
}

async function pages() {
  const ask = async (path: string) => {
    const answer = await protocol.served.get('app')?.(new Request(`app://griot/${path}`))
    return { status: answer?.status, policy: answer?.headers.get('content-security-policy') }
  }
  return { start: await ask(''), outside: await ask('%2e%2e%2fpackage.json') }
}

function navigation() {
  const goes = (event: string, url: string): boolean => {
    let prevented = false
    window?.webContents.emit(event, { url, preventDefault: () => (prevented = true) })
    return !prevented
  }
  return {
    own: goes('will-navigate', 'app://griot/#voices'),
    away: goes('will-navigate', 'https://example.org/'),
    frame: goes('will-frame-navigate', 'https://example.org/'),
    redirect: goes('will-redirect', 'https://example.org/'),
    webview: goes('will-attach-webview', ''),
    popup: window?.webContents.openHandler?.({ url: 'https://example.org/' }).action,
    licence: window?.webContents.openHandler?.({
      url: 'https://www.apache.org/licenses/LICENSE-2.0',
    }).action,
  }
}

function permissions() {
  const { check, device } = session.defaultSession.handlers as Record<
    string,
    (...args: unknown[]) => unknown
  >
  return {
    microphone: check?.(null, 'media', 'app://griot/', { mediaType: 'audio' }),
    camera: check?.(null, 'media', 'app://griot/', { mediaType: 'video' }),
    elsewhere: check?.(null, 'media', 'https://example.org/', { mediaType: 'audio' }),
    clipboard: check?.(null, 'clipboard-read', 'app://griot/', {}),
    device: device?.({}),
  }
}

/** A page that is not ours, however it got there, gets a preload that never receives a port. */
async function foreignPage() {
  await window?.loadURL('https://example.org/')
  const answer = griot().call('voices.list', {})
  return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 300, 'no answer'))])
}
