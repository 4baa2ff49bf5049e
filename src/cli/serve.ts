import type { App } from '#app/app.ts'
import type { AppOptions } from '#app/app-options.ts'
import { openApp } from '#app/open.ts'
import { isLoopbackHost } from '#server/http/network-prefix.ts'
import { openServer, type Server, type ServerOptions } from '#server/server.ts'
import { AppError } from '#shared/errors.ts'
import { forkWorker } from '#speech/worker/fork.ts'
import { createRunningProcesses, type RunningProcesses } from '#speech/worker/running-processes.ts'
import { appOptionsOf } from './app-options.ts'
import { clusterCaOf, clusterSettingsOf, NO_CLUSTER, openClusterNode } from './cluster-options.ts'
import { DEFAULT_PORT, type Environment, portOf } from './environment.ts'
import { weighBuffersWithHeap } from './external-memory.ts'
import { limitsFor } from './limit-options.ts'
import { openStudio, purgeStudioPages } from './open-studio.ts'
import {
  checkOpenDiscovery,
  jwtSettingsFor,
  keepFreeOf,
  logLevelOf,
  logPlaceOf,
  providersFor,
  rateLimitOf,
  settingsIn,
  signingKeyFor,
  stopWithinOf,
  textLimitOf,
  withStoredOptions,
} from './serve-options.ts'
import { untilStopped } from './until-stopped.ts'

const EASY_TO_GUESS = 20
/** Sockets with which a node of a service accepts connections, where the system lets several share a port. */
const NODE_ACCEPTORS = 32

type LimitedOptions = Parameters<typeof limitsFor>[0]
type ServeOptions = LimitedOptions &
  Parameters<typeof jwtSettingsFor>[0] &
  Parameters<typeof providersFor>[0] &
  Parameters<typeof signingKeyFor>[0] & {
    readonly port?: string
    readonly host: string
    readonly allowHost?: readonly string[]
    readonly allowOrigin?: readonly string[]
    readonly open?: boolean
    readonly rateLimit?: string
    readonly textLimit?: string
    readonly logLevel?: string
    readonly logTo?: string
    readonly stopWithin?: string
    readonly keepFree?: string
    readonly database?: string
    readonly redis?: string
    readonly clusterCa?: string
    readonly cluster?: boolean
    readonly blobs?: string
  }

/** Serves the studio and the HTTP API until `stop` is aborted. Throws UsageError, AppError. */
export async function serveStudio(
  given: ServeOptions,
  environment: Environment,
  stop: AbortSignal,
): Promise<void> {
  weighBuffersWithHeap()
  const options = withStoredOptions(given, environment.stored)
  const processes = createRunningProcesses()
  // Wrong options are told before anything is opened.
  const serverOptions = serverOptionsOf(options, environment, processes)
  const appOptions = serveAppOptionsOf(options, environment, processes)
  const settings = { variables: environment.given, options: settingsIn(given) }
  const cluster = options.cluster
    ? await openClusterNode(
        {
          ...clusterSettingsOf('"griot serve --cluster"', options.redis, environment),
          ca: clusterCaOf(options.clusterCa, environment),
        },
        appOptions.database !== undefined,
      )
    : NO_CLUSTER
  try {
    const app = await openApp({ ...appOptions, settings, ...cluster.app })
    try {
      const server = await openServer(app, serverOptions)
      app.servedAt(server.url)
      try {
        const { host, open: opens = false } = options
        await serveUntilStopped(app, server, { environment, host, opens }, stop)
      } finally {
        await server.close()
        await app.retryWhileBusy(app.links.withdraw).catch(explain)
      }
    } finally {
      await app.close()
    }
  } finally {
    cluster.close()
  }
}

function serveAppOptionsOf(
  options: ServeOptions,
  environment: Environment,
  processes: RunningProcesses,
): AppOptions {
  return {
    ...appOptionsOf(options, environment, processes),
    ...limitsFor(options).app,
    jwt: jwtSettingsFor(options, environment),
    providers: providersFor(options, environment),
    signingKey: signingKeyFor(options, environment),
    diskSpace: { keepFreeBytes: keepFreeOf(options.keepFree) },
    startTranslator: () =>
      processes.track(
        'translation',
        forkWorker(environment.translationWorkerEntry, [environment.models]),
      ),
  }
}

function serverOptionsOf(
  options: ServeOptions,
  environment: Environment,
  processes: RunningProcesses,
): ServerOptions {
  const { host, allowHost = [], allowOrigin = [] } = options
  checkOpenDiscovery(environment)
  const textLimit = textLimitOf(options.textLimit)
  const closeTimeoutMs = stopWithinOf(options.stopWithin)
  const { limits, ...rest } = limitsFor(options).server
  return {
    host,
    port: portOf(options.port ?? environment.port ?? DEFAULT_PORT),
    ...(options.cluster && process.platform === 'linux' ? { acceptors: NODE_ACCEPTORS } : {}),
    studioDir: environment.studio,
    allowedHosts: allowHost,
    allowedOrigins: allowOrigin,
    ratePerMinute: rateLimitOf(options.rateLimit),
    ...rest,
    limits: { ...limits, ...(closeTimeoutMs === undefined ? {} : { closeTimeoutMs }) },
    ...(textLimit === undefined ? {} : { textLimit }),
    requestLog: {
      ...logPlaceOf(options.logTo, environment),
      level: logLevelOf(options.logLevel, environment),
    },
    processes: processes.list,
    onBug: (error, requestId) => console.error(`request ${requestId}:`, error),
  }
}

interface Surroundings {
  readonly environment: Environment
  readonly host: string
  /** Whether to open a browser. */
  readonly opens: boolean
}

/** Prints the addresses, opens the studio if that is wanted, and waits for the end. */
async function serveUntilStopped(
  app: App,
  server: Server,
  { environment, host, opens }: Surroundings,
  stop: AbortSignal,
): Promise<void> {
  // A library that cannot take a key now gets one at the next start.
  const firstKey = await app.access.makeFirst().catch(explain)
  await app.retryWhileBusy(() => app.links.announce(server.url)).catch(explain)
  await purgeStudioPages(environment).catch(explain)
  const { url: link } = server.studioLink()
  const isRead = await printed(welcome(server.url, link, firstKey, environment))
  // A key that nobody saw is replaced at the next start.
  if (isRead) await app.access.firstShown('terminal').catch(explain)
  if (!isLoopbackHost(host))
    console.log(
      `Other computers on this network can reach Griot now. They need an API key.${hintOf(environment)}`,
    )
  const opened = opens ? await openStudio(server.studioLink(), environment) : undefined
  await untilStopped(stop)
  console.log('Stopping.')
  await opened?.close()
}

/** Warning about a short key that somebody chose. */
function hintOf({ extraKeys }: Environment): string {
  return extraKeys.some((key) => key.length < EASY_TO_GUESS)
    ? '\nThe key in GRIOT_API_KEY is short enough to be guessed. Make it longer, or use "griot keys create".'
    : ''
}

function welcome(
  url: string,
  studioUrl: string,
  firstKey: string | undefined,
  { typed }: Environment,
): string {
  const key = firstKey
    ? `API key  ${firstKey}\n         (created now and shown only this once: keep it)\n`
    : ''
  const link = `${studioUrl}\n         (this link works once, within 60 seconds; "${typed} link" makes a new one; press Ctrl-C here to stop)`
  return `Studio   ${link}\nAPI      ${url}/v1\n${key}`
}

/** Prints a text. Answers whether it arrived: a pipe that nobody reads any more takes nothing. */
function printed(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdout.write(`${text}\n`, (error) => resolve(!error))
  })
}

/** Prints what went wrong beside the serving, which goes on. */
function explain(error: unknown): undefined {
  console.error(error instanceof AppError ? error.message : error)
}
