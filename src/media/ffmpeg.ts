import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import { AppError } from '#shared/errors.ts'
import { type Command, confinementOf, type DecoderLimits, decoderVariables } from './confinement.ts'
import {
  type FfmpegCandidate,
  type FfmpegSearch,
  type FfmpegSource,
  ffmpegCandidates,
} from './ffmpeg-candidates.ts'

/** An ffmpeg that runs and has our encoders. */
export interface Ffmpeg {
  readonly path: string
  /** Version that it reports, for example "5.1.9". */
  readonly version: string
  /** Year of the sources that it was built from, as it says; undefined where it does not. */
  readonly year: number | undefined
  /** Its licence, as an SPDX expression, by how it was built. */
  readonly licence: string
  readonly source: FfmpegSource
  /** Other candidates that were not taken, with the reason in words. */
  readonly tried: readonly string[]
}

/** Finds the ffmpeg of this machine. Throws AppError('encode/no-ffmpeg') where there is none. */
export type GetFfmpeg = () => Promise<Ffmpeg>

const ENCODERS = ['libmp3lame', 'libopus', 'flac', 'aac'] as const
const PROBE_TIMEOUT_MS = 10_000
/** Below the server (0), so that it answers while sound is being encoded. */
const ENCODER_NICENESS = 5
/** Characters of the messages of ffmpeg that are kept for the error text. */
const KEPT_WORDS = 2_000

/**
 * The ffmpeg that `FFMPEG_PATH` names, if it works. Otherwise the newest one, by the version of its decoders, of the
 * package ffmpeg-static, the system's if it is version 5 or later, and the package @ffmpeg-installer/ffmpeg; of equals, the first of these.
 * Throws AppError('encode/no-ffmpeg') that lists what was tried.
 */
export async function findFfmpeg(places: FfmpegSearch): Promise<Ffmpeg> {
  return bestWorking(ffmpegCandidates(places))
}

/** Best of the candidates that work: a person's choice, or the newest. Throws AppError('encode/no-ffmpeg') that lists what was tried. */
export async function bestWorking(places: readonly FfmpegCandidate[]): Promise<Ffmpeg> {
  const tried: string[] = []
  let best: FoundFfmpeg | undefined
  for (const place of places) {
    const found = await firstOf(place, tried)
    if (!found) continue
    const [older, newer] = isNewer(found, best) ? [best, found] : [found, best]
    if (older) tried.push(`${older.source} (${older.path}): version ${older.version} is not newer`)
    best = newer
    if (place.isChosen) break
  }
  if (best) {
    const { codec: _, ...found } = best
    return { ...found, tried }
  }
  throw new AppError(
    'encode/no-ffmpeg',
    `No ffmpeg works here, so only wav, pcm_s16le, mulaw and alaw can be made. Install ffmpeg 5 or later, or set FFMPEG_PATH to its program file. Tried: ${tried.join('; ') || 'nothing'}.`,
  )
}

type FoundFfmpeg = Omit<Ffmpeg, 'tried'> & Pick<Build, 'codec'>

/** The first file of a candidate that works and is new enough; adds to `tried` why others are not taken. */
async function firstOf(
  { source, oldestCodec, locate }: FfmpegCandidate,
  tried: string[],
): Promise<FoundFfmpeg | undefined> {
  try {
    for (const path of await locate()) {
      const build = await probe(path)
      if (build.problem !== undefined) tried.push(`${source} (${path}): ${build.problem}`)
      else if (Number.parseInt(build.codec, 10) < oldestCodec)
        tried.push(`${source} (${path}): version ${build.version} is too old`)
      else return { path, source, ...build }
    }
  } catch (error) {
    tried.push(`${source}: ${wordsOf(error)}`)
  }
  return undefined
}

/** Finds ffmpeg at the first call and remembers it; looks again after a failure or when the file has gone. */
export function rememberFfmpeg(places: FfmpegSearch): GetFfmpeg {
  let known: Promise<Ffmpeg> | undefined
  return async () => {
    const before = known
    if (before !== undefined && !(await stillThere(before)) && known === before) known = undefined
    known ??= findFfmpeg(places)
    return known
  }
}

async function stillThere(known: Promise<Ffmpeg>): Promise<boolean> {
  return known
    .then(({ path }) => access(path, constants.X_OK))
    .then(
      () => true,
      () => false,
    )
}

interface Build extends Pick<Ffmpeg, 'version' | 'year' | 'licence'> {
  /** Version of libavcodec, such as "59.37.100", by which builds without a version number are compared, too. */
  readonly codec: string
}

type Probe = { readonly problem: string } | ({ readonly problem?: never } & Build)

function isNewer({ codec }: Pick<Build, 'codec'>, than: Pick<Build, 'codec'> | undefined): boolean {
  return than === undefined || codec.localeCompare(than.codec, 'en', { numeric: true }) > 0
}

async function probe(path: string): Promise<Probe> {
  const ask = async (question: string): Promise<string> => {
    const options = { timeout: PROBE_TIMEOUT_MS, killSignal: 'SIGKILL', windowsHide: true } as const
    return (await promisify(execFile)(path, ['-hide_banner', question], options)).stdout
  }
  try {
    const [about, encoders] = await Promise.all([ask('-version'), ask('-encoders')])
    const version = /^ffmpeg version (\S+)/m.exec(about)?.[1]
    if (version === undefined) return { problem: 'it is not ffmpeg' }
    const known = new Set(Array.from(encoders.matchAll(/^ A\S{5} (\S+)/gm), ([, name]) => name))
    const missing = ENCODERS.filter((name) => !known.has(name))
    if (missing.length > 0) return { problem: `it was built without ${missing.join(', ')}` }
    return { version, codec: codecOf(about), year: yearOf(about), licence: licenceOf(about) }
  } catch (error) {
    return { problem: wordsOf(error) }
  }
}

/** Nightly builds have no version number, but every build tells its libavcodec, with blanks in it: "libavcodec 58. 42.102". */
function codecOf(about: string): string {
  const [, major = '0', minor = '0', micro = '0'] =
    /^libavcodec\s+(\d+)\.\s*(\d+)\.\s*(\d+)/m.exec(about) ?? []
  return `${major}.${minor}.${micro}`
}

/** Of "Copyright (c) 2000-2018 the FFmpeg developers". */
function yearOf(about: string): number | undefined {
  const year = /^ffmpeg version .*Copyright \(c\) (?:\d{4}-)?(\d{4})/m.exec(about)?.[1]
  return year === undefined ? undefined : Number(year)
}

/** By the options of its build, as FFmpeg's LICENSE.md explains them. */
function licenceOf(about: string): string {
  const options = new Set(/^\s*configuration:(.*)$/m.exec(about)?.[1]?.trim().split(/\s+/))
  if (options.has('--enable-nonfree')) return 'LicenseRef-FFmpeg-nonfree'
  const isThree = options.has('--enable-version3')
  if (options.has('--enable-gpl')) return isThree ? 'GPL-3.0-or-later' : 'GPL-2.0-or-later'
  return isThree ? 'LGPL-3.0-or-later' : 'LGPL-2.1-or-later'
}

function wordsOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EACCES') return 'it may not be run'
  const firstLine = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
  return firstLine.slice(0, 200)
}

/** A running ffmpeg that reads one stream and writes another. */
export interface RunningFfmpeg {
  readonly stdin: Writable
  readonly stdout: Readable
  /** Settles when the process is gone and its output is read or closed; never rejects. What went wrong, in words. */
  readonly ended: Promise<string | undefined>
  /** Whether it was ended from outside or crashed, before its work was done: what it read says nothing about that. Known once it has `ended`. */
  wasKilled(): boolean
  /** At once, without a last word. */
  kill(): void
}

/**
 * Starts one ffmpeg, a little below the server's priority. `args` must hold no text from outside.
 * Throws AppError('encode/failed') when it can not be started.
 */
export async function startFfmpeg(path: string, args: readonly string[]): Promise<RunningFfmpeg> {
  return start({ program: path, args: [...QUIETLY, ...args] }, path)
}

/**
 * The same, confined as this system can, to read a file of a stranger: without network where namespaces work, with limits of memory and
 * processor time where there is prlimit, and without our environment.
 */
export async function startDecoder(
  path: string,
  args: readonly string[],
  limits: DecoderLimits,
): Promise<RunningFfmpeg> {
  const { command } = await confinementOf(path)
  return start(command([...QUIETLY, ...args], limits), path, {
    env: decoderVariables(),
    cpuSeconds: limits.cpuSeconds,
  })
}

const QUIETLY = ['-hide_banner', '-nostdin', '-loglevel', 'error']

async function start(
  { program, args }: Command,
  path: string,
  { env, cpuSeconds }: { readonly env: NodeJS.ProcessEnv; readonly cpuSeconds: number } = {
    env: process.env,
    cpuSeconds: Number.POSITIVE_INFINITY,
  },
): Promise<RunningFfmpeg> {
  try {
    const child = spawn(program, [...args], {
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      // A group of its own: Ctrl-C in a terminal reaches all of ours, and what is in work is finished first. It ends
      // with our pipe, however we end. Windows would open a console for it.
      detached: process.platform !== 'win32',
    })
    const startedMs = performance.now()
    let ranMs = 0
    const ended = endOf(child)
    child.once('exit', () => {
      ranMs = performance.now() - startedMs
    })
    // One thread has used no more processor time than time has passed.
    const isOutOfTime = (): boolean =>
      child.signalCode === OUT_OF_TIME ||
      (child.exitCode === CODE_OF_SIGNALS && ranMs >= cpuSeconds * 1_000)
    const wasKilled = (): boolean =>
      !isOutOfTime() && (child.signalCode !== null || KILLED.has(child.exitCode ?? 0))
    await once(child, 'spawn')
    lowerPriority(child.pid)
    const kill = (): void => {
      child.kill('SIGKILL')
    }
    return { stdin: child.stdin, stdout: child.stdout, ended, wasKilled, kill }
  } catch (error) {
    throw encodingFailed(`${path} could not be started: ${wordsOf(error)}`, error)
  }
}

function endOf(child: ChildProcess): Promise<string | undefined> {
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-KEPT_WORDS)
  })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(wordsOf(error)))
    child.on('close', (code, signal) => {
      if (code === 0) resolve(undefined)
      else resolve(signal ? `killed by ${signal}` : `code ${code}: ${words.trim()}`)
    })
  })
}

/** The signal at the limit of its processor time, which the file has used up. */
const OUT_OF_TIME = 'SIGXCPU'

/** With this code ffmpeg ends after SIGTERM, and after the signal at the limit (ffmpeg.c). */
const CODE_OF_SIGNALS = 255

/** Codes of an ffmpeg that a signal has ended: its own, and those of a shell that ran it. */
const KILLED: ReadonlySet<number> = new Set([
  CODE_OF_SIGNALS,
  ...[6, 9, 11, 15].map((signal) => 128 + signal),
])

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, ENCODER_NICENESS)
  } catch {
    // It has ended already, or the system forbids it. The sound is the same, only the server a little slower.
  }
}

/** The error for a person whose sound could not be decoded, and is not to blame. */
export function decodingFailed(problem: string | undefined): AppError {
  return new AppError(
    'decode/failed',
    `The sound could not be decoded: ffmpeg was ended before it had read it (${problem ?? 'without a word'}), and once more at a second try. The recording is not to blame. Try again; if it stays so, see whether the computer is short of memory.`,
  )
}

/** The error for a person whose sound could not be encoded, from what went wrong with ffmpeg. */
export function encodingFailed(problem: string, cause?: unknown): AppError {
  return new AppError(
    'encode/failed',
    `The sound could not be encoded: ffmpeg failed (${problem}). Try again; if it stays so, "griot doctor" shows which ffmpeg is used.`,
    cause,
  )
}
