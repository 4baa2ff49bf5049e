import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fetchRuntime, whyNoWindow } from './desktop-runtime.ts'
import { type DevHost, startHost } from './dev-host.ts'
import { type DevPage, openPagePort, servePage } from './dev-page.ts'
import { onTerminate, runInForeground } from './run-in-foreground.ts'
import { buildIfMissing } from './studio-build.ts'

const ROOT = join(import.meta.dirname, '..')
/** The shell of npm, as long as it is there; whoever runs this file otherwise may leave it alone. */
const parent = process.env['npm_lifecycle_event'] === 'dev' ? process.ppid : undefined

const { values, tokens } = parseArgs({
  options: { desktop: { type: 'boolean' }, 'page-port': { type: 'string', default: '7072' } },
  strict: false,
  tokens: true,
})
/** All that is not for this program is for "griot serve". */
const own = tokens.flatMap((token) => {
  if (token.kind !== 'option' || !['desktop', 'page-port'].includes(token.name)) return []
  return token.value === undefined || token.inlineValue
    ? [token.index]
    : [token.index, token.index + 1]
})
const passedOn = process.argv.slice(2).filter((_, index) => !own.includes(index))

try {
  process.exitCode = values.desktop ? await openDesktop() : await serveBoth()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** The desktop's window, with its page from the sources, and started anew when the program behind it changes. */
async function openDesktop(): Promise<number> {
  const missing = whyNoWindow(process.platform, process.env, process.getuid?.())
  const runtime = missing ? { missing } : await fetchRuntime(ROOT, say)
  if ('missing' in runtime) {
    say(`The desktop window cannot be opened, because ${runtime.missing}.`)
    say('"npm run dev" without --desktop serves the studio for a browser.')
    return 1
  }
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  const vite = join(ROOT, 'node_modules/electron-vite/bin/electron-vite.js')
  const args = [vite, 'dev', '--watch', ...(passedOn.length > 0 ? ['--', ...passedOn] : [])]
  const options = { cwd: ROOT, env: { ...env, ELECTRON_EXEC_PATH: runtime.path }, parent }
  return (await runInForeground(process.execPath, args, options)).code
}

/** The host from its sources, and the studio's page from its own in front of it, until this program is told to end. */
async function serveBoth(): Promise<number> {
  const http = await openPagePort(pagePort())
  const requested = Promise.withResolvers<void>()
  const forget = onTerminate(parent, () => requested.resolve())
  let host: DevHost | undefined
  let page: DevPage | undefined
  try {
    await buildIfMissing(ROOT, say)
    const started = await startHost({ root: ROOT, args: passedOn, say })
    if (typeof started === 'number') return started
    host = started
    const onHostChanged = (): void => {
      started.restart().catch((error) => say(String(error)))
    }
    page = await servePage({ root: ROOT, http, host, onHostChanged })
    welcome(host, page)
    await requested.promise
    return 0
  } finally {
    forget()
    process.stdin.destroy()
    http.close()
    await Promise.all([page?.close(), host?.close()])
    http.closeAllConnections()
  }
}

function pagePort(): number {
  const port = String(values['page-port'])
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port)
  throw new Error(`--page-port is a whole number from 0 to 65535, not "${port}".`)
}

function welcome(host: DevHost, page: DevPage): void {
  const { link, url, key } = host.welcome
  const atPage = (address: string): string => address.replace(url, page.url)
  process.stdout.write(
    `
Studio   ${atPage(link)}
         (this link works once, within 60 seconds; press Enter for a new one, Ctrl-C to stop)
API      ${url}/v1
${key === undefined ? '' : `${key}\n`}
What you change in src/renderer appears in the open page; what you change elsewhere in src restarts the host.
`,
  )
  process.stdin.on('data', () => {
    host.newLink().then(
      (address) => process.stdout.write(`Studio   ${atPage(address)}\n`),
      (error) => say(String(error)),
    )
  })
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
