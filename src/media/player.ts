import { type ChildProcess, spawn } from 'node:child_process'
import { access, constants, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import { cancellationError } from './cancellation-error.ts'
import { patchWavSizes, UNKNOWN_BYTES, wavHeader } from './wav.ts'

const RATE = String(SAMPLE_RATE)

/** A program that plays sound: its arguments for samples on standard input, or for a wav file where it reads no stream. */
type PlayerKind = { readonly name: string } & (
  | { readonly stream: readonly string[] }
  | { readonly file: (path: string) => readonly string[] }
)

/** In the order in which they are tried: what belongs to the system comes before what was installed to watch films. */
const LINUX: readonly PlayerKind[] = [
  {
    name: 'paplay',
    stream: ['--raw', '--format=s16le', `--rate=${RATE}`, '--channels=1'],
  },
  { name: 'aplay', stream: ['-q', '-t', 'raw', '-f', 'S16_LE', '-r', RATE, '-c', '1', '-'] },
  {
    name: 'pw-cat',
    stream: ['--playback', '--raw', '--format', 's16', '--rate', RATE, '--channels', '1', '-'],
  },
]
const ANYWHERE: readonly PlayerKind[] = [
  {
    name: 'mpv',
    stream: [
      ...['--no-config', '--no-terminal', '--no-video', '--demuxer=rawaudio'],
      ...[`--demuxer-rawaudio-rate=${RATE}`, '--demuxer-rawaudio-channels=1'],
      ...['--demuxer-rawaudio-format=s16le', '-'],
    ],
  },
  {
    name: 'ffplay',
    stream: [
      ...['-nodisp', '-autoexit', '-loglevel', 'error'],
      ...['-f', 's16le', '-ar', RATE, '-i', '-'],
    ],
  },
  {
    name: 'play',
    stream: ['-q', '-t', 'raw', '-e', 'signed', '-b', '16', '-c', '1', '-r', RATE, '-'],
  },
]
const MACOS: readonly PlayerKind[] = [...ANYWHERE, { name: 'afplay', file: (path) => [path] }]
const WINDOWS: readonly PlayerKind[] = [
  {
    name: 'powershell',
    // The path is one of ours, made by mkdtemp: it holds no quote.
    file: (path) => [
      ...['-NoProfile', '-NonInteractive', '-Command'],
      `(New-Object System.Media.SoundPlayer '${path}').PlaySync()`,
    ],
  },
]

function playersOf(platform: NodeJS.Platform): readonly PlayerKind[] {
  if (platform === 'win32') return [...ANYWHERE, ...WINDOWS]
  return platform === 'darwin' ? MACOS : [...LINUX, ...ANYWHERE]
}

/** Sound on its way to a loudspeaker. */
export interface Playing {
  /** Samples as pcm_s16le, mono at `SAMPLE_RATE`; resolves when the player has taken them. Throws AppError('play/failed'). */
  write(pcm: Uint8Array): Promise<void>
  /** Waits until all has been heard. Throws AppError('play/failed'). */
  end(): Promise<void>
  /** Silence at once. */
  stop(): Promise<void>
}

/**
 * Starts the first player of this system that is there. A player that cannot read a stream begins with `end`. Silence follows when
 * `signal` aborts. Throws AppError('play/no-player').
 */
export async function startPlayer(
  searchPath: string | undefined,
  signal: AbortSignal,
  platform: NodeJS.Platform = process.platform,
): Promise<Playing> {
  const kinds = playersOf(platform)
  for (const kind of kinds) {
    const path = await programIn(kind.name, searchPath, platform)
    if (path === undefined) continue
    if ('stream' in kind) return streamTo(start(path, kind.stream), kind.name, signal)
    return gatherFor(kind.name, (file) => start(path, kind.file(file)), signal)
  }
  const names = kinds.map(({ name }) => name)
  throw new AppError(
    'play/no-player',
    `No program that plays sound was found. Install one of ${names.join(', ')}, or write the sound to a file with --out.`,
  )
}

/**
 * Plays what `use` gives to a player as `startPlayer` starts it, and waits until all has been heard. Silence follows at once where `use` throws.
 * Throws AppError('play/no-player'), ('play/failed') and what `use` throws.
 */
export async function withPlayer<T>(
  searchPath: string | undefined,
  signal: AbortSignal,
  use: (player: Playing) => Promise<T>,
): Promise<T> {
  const player = await startPlayer(searchPath, signal)
  try {
    const result = await use(player)
    await player.end()
    return result
  } catch (error) {
    await player.stop()
    throw error
  }
}

async function programIn(
  name: string,
  searchPath = '',
  platform: NodeJS.Platform,
): Promise<string | undefined> {
  const file = platform === 'win32' ? `${name}.exe` : name
  for (const folder of searchPath.split(delimiter).filter((entry) => entry !== '')) {
    const path = join(folder, file)
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return undefined
}

function start(path: string, args: readonly string[]): ChildProcess {
  return spawn(path, args, { stdio: ['pipe', 'ignore', 'pipe'], windowsHide: true })
}

/** What went wrong with a player, in words; undefined where it ended well. */
function endOf(child: ChildProcess): Promise<string | undefined> {
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-500)
  })
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve(message))
    child.on('close', (code, signal) => {
      if (code === 0) resolve(undefined)
      else resolve(words.trim() || (signal ? `ended by ${signal}` : `code ${code}`))
    })
  })
}

function streamTo(child: ChildProcess, name: string, signal: AbortSignal): Playing {
  let isOver = false
  const ended = endOf(child).finally(() => {
    isOver = true
  })
  const { stdin } = child
  // `ended` says why it takes nothing more.
  stdin?.on('error', () => undefined)
  const silence = (): void => {
    child.kill('SIGKILL')
  }
  signal.addEventListener('abort', silence, { once: true })
  if (signal.aborted) silence()
  const check = async (): Promise<void> => {
    const problem = await ended
    if (signal.aborted) throw cancellationError(signal)
    throw failed(name, problem ?? 'it ended before the sound did')
  }
  return {
    async write(pcm) {
      if (isOver || !stdin) return check()
      // Its error, which `once` of events would throw, says less than `ended`.
      if (!stdin.write(pcm))
        await Promise.race([new Promise((resolve) => stdin.once('drain', resolve)), ended])
      if (isOver) await check()
    },
    async end() {
      stdin?.end()
      const problem = await ended
      signal.removeEventListener('abort', silence)
      if (signal.aborted) throw cancellationError(signal)
      if (problem !== undefined) throw failed(name, problem)
    },
    async stop() {
      signal.removeEventListener('abort', silence)
      silence()
      await ended
    },
  }
}

/** Writes a wav for a player that reads files, and plays it when it is whole. */
async function gatherFor(
  name: string,
  startWith: (path: string) => ChildProcess,
  signal: AbortSignal,
): Promise<Playing> {
  const folder = await mkdtemp(join(tmpdir(), 'griot-play-'))
  const path = join(folder, 'sound.wav')
  const file = await open(path, 'wx', 0o600)
  await file.writeFile(wavHeader(UNKNOWN_BYTES))
  const clear = async (): Promise<void> => {
    await file.close().catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
  return {
    write: (pcm) => file.writeFile(pcm),
    async end() {
      try {
        await file.close()
        await patchWavSizes(path)
        const playing = streamTo(startWith(path), name, signal)
        await playing.end()
      } finally {
        await clear()
      }
    },
    stop: clear,
  }
}

function failed(name: string, problem: string): AppError {
  return new AppError(
    'play/failed',
    `The sound could not be played: ${name} says "${problem}". Check that this computer has a loudspeaker, or write the sound to a file with --out.`,
  )
}
