import { execFile } from 'node:child_process'
import { access, constants, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** A program with its arguments. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
}

/** What a decoder may do while it reads one file. */
export interface DecoderLimits {
  /** The only file of a stranger that it has to see. */
  readonly file: string
  readonly cpuSeconds: number
}

/** How this system confines an ffmpeg that reads files of strangers. */
export interface Confinement {
  /** The program that starts it in namespaces of its own: without network, with bwrap also without other files. Undefined: none works here. */
  readonly namespaces: 'bwrap' | 'unshare' | undefined
  /** Whether the system limits its memory, processor time and files. */
  readonly hasLimits: boolean
  /** The command that runs it so. */
  command(args: readonly string[], limits: DecoderLimits): Command
}

/** Whole address space, in bytes. ffmpeg 5 with its libraries takes 0.3 GB of it. */
const MOST_MEMORY = 1024 ** 3
const MOST_OPEN_FILES = 64
/** Seconds of processor time from the signal that ends it to the one that it cannot ignore. */
const CPU_GRACE = 5
const TRY_MS = 10_000
const AGAIN_MS = 60_000
/** Not from the PATH: these decide what a decoder may do. */
const FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin']
/** Where programs and their libraries lie. */
const PROGRAM_FOLDERS = [
  ...['/usr', '/bin', '/lib', '/lib32', '/lib64', '/opt', '/nix/store', '/gnu/store'],
  ...['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/alternatives'],
]

/** Puts a program before a command; `file`: what the command reads. */
type Wrap = (command: Command, limits: DecoderLimits) => Command

const tried = new Map<string, Promise<Confinement>>()

/** What works here for the ffmpeg at `path`. What works is tried once; where nothing does, it is tried again after a minute. */
export function confinementOf(path: string): Promise<Confinement> {
  const known = tried.get(path)
  if (known !== undefined) return known
  const trying = tryConfinement(path, FOLDERS)
  tried.set(path, trying)
  const forget = (): boolean => tried.get(path) === trying && tried.delete(path)
  trying.then(({ namespaces }) => {
    // A machine that was too busy for a moment must not read files of strangers without limits from then on.
    if (namespaces === undefined) setTimeout(forget, AGAIN_MS).unref()
  }, forget)
  return trying
}

/**
 * Tries what this system has, the strictest first: namespaces by bubblewrap or util-linux's unshare, limits by prlimit. All
 * but bwrap become the decoder by exec, so that it has the id of the process that was started. `folders`: where these programs are
 * looked for. Only Linux has them.
 */
export async function tryConfinement(
  path: string,
  folders: readonly string[],
): Promise<Confinement> {
  const find = async (name: string): Promise<string | undefined> => {
    for (const folder of process.platform === 'linux' ? folders : [])
      if (await canRun(join(folder, name))) return join(folder, name)
    return undefined
  }
  const [prlimit, bwrap, unshare] = await Promise.all(['prlimit', 'bwrap', 'unshare'].map(find))
  const program = await realpath(path).catch(() => path)
  const works = (wraps: readonly Wrap[]): Promise<boolean> =>
    runs(wrapped({ program, args: ['-version'] }, wraps, { file: program, cpuSeconds: 10 }))
  const limited = prlimit === undefined ? [] : [limitedBy(prlimit)]
  const limits = limited.length > 0 && (await works(limited)) ? limited : []
  const options: readonly { readonly namespaces: 'bwrap' | 'unshare'; readonly wrap: Wrap }[] = [
    ...(bwrap === undefined ? [] : [{ namespaces: 'bwrap', wrap: inBubble(bwrap) } as const]),
    ...UNSHARED.flatMap((user) =>
      unshare === undefined
        ? []
        : [{ namespaces: 'unshare', wrap: unsharedBy(unshare, user) } as const],
    ),
  ]
  for (const { namespaces, wrap } of options)
    if (await works([wrap, ...limits]))
      return confinement(program, namespaces, [wrap, ...limits], limits.length > 0)
  return confinement(program, undefined, limits, limits.length > 0)
}

function confinement(
  program: string,
  namespaces: Confinement['namespaces'],
  wraps: readonly Wrap[],
  hasLimits: boolean,
): Confinement {
  return {
    namespaces,
    hasLimits,
    command: (args, limits) => wrapped({ program, args }, wraps, limits),
  }
}

function wrapped(command: Command, wraps: readonly Wrap[], limits: DecoderLimits): Command {
  return wraps.reduce((inner, wrap) => wrap(inner, limits), command)
}

function limitedBy(prlimit: string): Wrap {
  return ({ program, args }, { cpuSeconds }) => ({
    program: prlimit,
    args: [
      ...[`--as=${MOST_MEMORY}`, `--cpu=${cpuSeconds}:${cpuSeconds + CPU_GRACE}`],
      // It writes to pipes alone.
      ...['--fsize=0', '--core=0', `--nofile=${MOST_OPEN_FILES}`],
      ...['--', program, ...args],
    ],
  })
}

/** How a user gets a network namespace: as itself, as root of a user namespace (before util-linux 2.35), or because it is root. */
const UNSHARED = [['--user', '--map-current-user'], ['--user', '--map-root-user'], []] as const

function unsharedBy(unshare: string, user: readonly string[]): Wrap {
  return ({ program, args }) => ({
    program: unshare,
    args: [...user, '--net', '--ipc', '--uts', '--', program, ...args],
  })
}

/** Sees programs, libraries and the one file, and nothing else. It dies with us, and all that it started with it. */
function inBubble(bwrap: string): Wrap {
  return ({ program, args }, { file }) => ({
    program: bwrap,
    args: [
      ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
      ...PROGRAM_FOLDERS.flatMap((folder) => ['--ro-bind-try', folder, folder]),
      ...[
        '--dev',
        '/dev',
        '--ro-bind',
        program,
        program,
        '--ro-bind',
        resolve(file),
        resolve(file),
      ],
      ...['--chdir', '/', '--', program, ...args],
    ],
  })
}

async function canRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

async function runs({ program, args }: Command): Promise<boolean> {
  const options = { timeout: TRY_MS, killSignal: 'SIGKILL', env: decoderVariables() } as const
  try {
    const { stdout } = await promisify(execFile)(program, [...args], options)
    return stdout.startsWith('ffmpeg version')
  } catch {
    return false
  }
}

const VARIABLES = [
  ...['PATH', 'LANG', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'DYLD_FALLBACK_LIBRARY_PATH'],
  ...['SystemRoot', 'TEMP', 'TMP'],
]

/** The environment of a decoder: nothing of ours, such as keys, and no name of a proxy. */
export function decoderVariables(): Record<string, string> {
  return Object.fromEntries(
    VARIABLES.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
