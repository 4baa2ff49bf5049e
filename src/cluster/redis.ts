import { Redis } from 'ioredis'
import { AppError } from '#shared/errors.ts'

/** Time to connect at the start, in milliseconds. */
const CONNECT_MS = 5_000
/** Longest pause between two attempts to connect again. */
const LONGEST_PAUSE_MS = 2_000

/**
 * Connects to Redis at `url` ("redis://USER:PASSWORD@HOST:PORT/0"), once: whoever starts a node with a wrong address is told in one
 * line. A connection that breaks later is made again, and commands wait for it. Throws AppError('settings/invalid') and
 * ('storage/failed'), also where that Redis would throw work away when its memory is full.
 */
export async function openRedis(url: string): Promise<Redis> {
  const place = placeOf(url)
  let isOpen = false
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    // As BullMQ needs it: a command waits for the connection.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isOpen ? Math.min(times * 100, LONGEST_PAUSE_MS) : null),
  })
  // The last one says why it could not connect; later it connects again by itself.
  let reason: Error | undefined
  redis.on('error', (error: Error) => {
    reason = error
  })
  try {
    await redis.connect()
    isOpen = true
    await refuseEviction(redis, place)
    return redis
  } catch (error) {
    redis.disconnect()
    if (error instanceof AppError) throw error
    throw new AppError('storage/failed', describe(reason ?? error, place), error)
  }
}

/** Host and port of an address, without user and password. */
function placeOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed && /^rediss?:$/.test(parsed.protocol))
    return `${parsed.hostname || 'localhost'}:${parsed.port || '6379'}`
  throw new AppError(
    'settings/invalid',
    'The address of Redis looks like redis://USER:PASSWORD@HOST:6379/0.',
  )
}

async function refuseEviction(redis: Redis, place: string): Promise<void> {
  const info = await redis.info('memory')
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction'
  if (policy === 'noeviction') return
  throw new AppError(
    'settings/invalid',
    `Redis at ${place} throws data away when its memory is full (maxmemory-policy ${policy}), and work with it. Set "maxmemory-policy noeviction" there.`,
  )
}

function describe(error: unknown, place: string): string {
  const words = error instanceof Error ? error.message : String(error)
  if (/NOAUTH|WRONGPASS|NOPERM/.test(words))
    return `Redis at ${place} refuses the user or the password (${words}). Check the address of Redis.`
  return `Redis at ${place} cannot be reached (${words}). Check that it runs, and its address.`
}
