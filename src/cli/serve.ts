import { join } from 'node:path'
import type { App } from '#app/app.ts'
import { openApp } from '#app/open.ts'
import { openServer, type Server } from '#server/server.ts'
import { AppError } from '#shared/errors.ts'
import { forkWorker } from '#speech/worker/fork.ts'
import { DEFAULT_PORT, type Environment, portOf } from './environment.ts'
import { parseOptions } from './help.ts'
import { LIMIT_OPTIONS, limitsGiven } from './limit-options.ts'
import { openStudio, sweepStudioPages } from './open-studio.ts'
import {
  ACCESS_OPTIONS,
  jwtGiven,
  keepFreeGiven,
  logLevelGiven,
  PROVIDER_OPTIONS,
  providersGiven,
  rateGiven,
  SIGNING_OPTIONS,
  signingKeyGiven,
  textLimitGiven,
} from './serve-options.ts'

const EASY_TO_GUESS = 20

/** Serve the studio and the HTTP API until Ctrl-C. */
export async function serve(
  args: readonly string[],
  environment: Environment,
  stop: AbortSignal,
): Promise<number> {
  const values = parseOptions('serve', args, {
    port: { type: 'string', default: environment.port ?? DEFAULT_PORT },
    host: { type: 'string', default: '127.0.0.1' },
    'allow-host': { type: 'string', multiple: true, default: [] },
    'allow-origin': { type: 'string', multiple: true, default: [] },
    open: { type: 'boolean', default: false },
    ...ACCESS_OPTIONS,
    ...LIMIT_OPTIONS,
    ...PROVIDER_OPTIONS,
    ...SIGNING_OPTIONS,
  })
  const { host } = values
  const port = portOf(values.port)
  const ratePerMinute = rateGiven(values['rate-limit'])
  const textLimit = textLimitGiven(values['text-limit'])
  const limits = limitsGiven(values)
  const level = logLevelGiven(values['log-level'], environment)
  const keepFreeBytes = keepFreeGiven(values['keep-free'])
  const app = await openApp({
    ...environment,
    ...environment.ffmpeg,
    ...limits.engine,
    jwt: jwtGiven(values, environment),
    providers: providersGiven(values, environment),
    signingKey: signingKeyGiven(values, environment),
    room: { keepFreeBytes },
    startWorker: (engine) => forkWorker(environment.synthEntry, [environment.resources, engine]),
    onBug: (error) => console.error(error),
    onNotice: (words) => console.error(words),
  })
  try {
    const server = await openServer(app, {
      host,
      port,
      studioDir: environment.studio,
      allowedHosts: values['allow-host'],
      allowedOrigins: values['allow-origin'],
      ratePerMinute,
      ...limits.server,
      ...(textLimit === undefined ? {} : { textLimit }),
      requestLog: { folder: join(environment.home, 'logs'), level },
      onBug: (error, requestId) => console.error(`request ${requestId}:`, error),
    })
    app.servedAt(server.url)
    try {
      await untilStopped(app, server, { environment, host, opens: values.open }, stop)
    } finally {
      await server.close()
      await app.untilFree(app.links.withdraw).catch(explain)
    }
  } finally {
    await app.close()
  }
  return 0
}

interface Shell {
  readonly environment: Environment
  readonly host: string
  /** Whether a browser is to be opened. */
  readonly opens: boolean
}

/** Says where everything is, opens the studio where that is wanted, and waits. */
async function untilStopped(
  app: App,
  server: Server,
  { environment, host, opens }: Shell,
  stop: AbortSignal,
): Promise<void> {
  // Where the library takes none now, the next start makes it.
  const firstKey = await app.access.makeFirst().catch(explain)
  await app.untilFree(() => app.links.announce(server.url)).catch(explain)
  await sweepStudioPages(environment).catch(explain)
  const { url: link } = server.studioLink()
  const isRead = await printed(welcome(server.url, link, firstKey, environment))
  // One that nobody saw is made anew at the next start.
  if (isRead) await app.access.firstShown().catch(explain)
  if (!isLoopback(host))
    console.log(
      `Other computers on this network can now reach Griot. They need an API key.${hintOf(environment)}`,
    )
  const opened = opens ? await openStudio(server.studioLink(), environment) : undefined
  await stopped(stop)
  console.log('Stopping.')
  await opened?.close()
}

/** What a person chose can be guessed where it is short. */
function hintOf({ extraKeys }: Environment): string {
  return extraKeys.some((key) => key.length < EASY_TO_GUESS)
    ? '\nThe key in GRIOT_API_KEY is short enough to be guessed: make it longer, or use "griot keys create".'
    : ''
}

const isLoopback = (host: string): boolean => /^(127\.|localhost$|::1$)/.test(host)

function welcome(
  url: string,
  studioUrl: string,
  firstKey: string | undefined,
  { typed }: Environment,
): string {
  const key = firstKey
    ? `API key  ${firstKey}\n         (made just now, shown this once: keep it)\n`
    : ''
  const link = `${studioUrl}\n         (this link works once, within 60 seconds; "${typed} link" makes a new one; press Ctrl-C here to stop)`
  return `Studio   ${link}\nAPI      ${url}/v1\n${key}`
}

/** Whether the terminal, file or pipe took it: one that nobody reads any more does not. */
function printed(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdout.write(`${text}\n`, (error) => resolve(!error))
  })
}

/** What goes wrong beside the serving is told, and the serving goes on. */
function explain(error: unknown): undefined {
  console.error(error instanceof AppError ? error.message : error)
}

function stopped(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve()
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
}
