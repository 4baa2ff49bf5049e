import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { lifeOf, runCommand } from './kill-command.ts'
import { type Kills, removeFolder } from './kill-results.ts'
import { twelveWords } from './texts.ts'

const KILLS = 50
const LINES = 16
const FORMATS = ['wav', 'mp3'] as const
/** From the start of the command to the kill, in milliseconds. */
const LIFE_MS = { least: 300, most: 4_000 }
const SECONDS_APART = 0.2

/** A list of texts that is spoken into files: what its sheet calls done stays whole, and no file is half. */
export async function killSayBatch(): Promise<Kills> {
  const folder = mkdtempSync(join(tmpdir(), 'griot-kills-'))
  const list = join(folder, 'list.txt')
  writeFileSync(list, Array.from({ length: LINES }, (_, n) => `${twelveWords(n)}\n`).join(''))
  const variables = { GRIOT_HOME: join(folder, 'data') }
  const problems: string[] = []
  let [kills, done] = [0, 0]
  try {
    for (let n = 0; kills < KILLS; n++) {
      const format = FORMATS[n % FORMATS.length] ?? 'wav'
      const out = join(folder, `sounds ${n}`)
      const args = ['say', '--batch', list, '--out', out, '--format', format, '--voice', 'john']
      const spoken = await speakWithKills({ args, variables, out, most: KILLS - kills })
      kills += spoken.kills
      done += spoken.done
      problems.push(...spoken.problems)
    }
  } finally {
    removeFolder(folder)
  }
  return { kills, acknowledged: { 'texts done': done }, problems }
}

interface Order {
  readonly args: readonly string[]
  readonly variables: Readonly<Record<string, string>>
  /** Folder of the sounds. */
  readonly out: string
  readonly most: number
}

/** Runs the command until it has ended by itself, killed at most so many times before. */
async function speakWithKills({
  args,
  variables,
  out,
  most,
}: Order): Promise<{ kills: number; done: number; problems: string[] }> {
  const known = new Map<string, string>()
  const problems: string[] = []
  for (let kills = 0; ; ) {
    const life = kills < most ? lifeOf(LIFE_MS, kills) : Number.POSITIVE_INFINITY
    const { wasKilled, code, err } = await runCommand(args, variables, life)
    problems.push(...(await wrongIn(out, known)))
    if (wasKilled) {
      kills++
      continue
    }
    if (code !== 0) problems.push(`the command fails after a kill: ${err.slice(-200)}`)
    if (known.size !== LINES) problems.push(`${known.size} of ${LINES} texts are done at the end`)
    return { kills, done: known.size, problems }
  }
}

/** What is wrong with a folder of sounds; `known`: the files that were done before, with the SHA-256 of their bytes. */
async function wrongIn(out: string, known: Map<string, string>): Promise<readonly string[]> {
  if (!existsSync(out)) return []
  const seconds = doneIn(join(out, 'results.csv'))
  const files = readdirSync(out).filter((file) => /^\d+\.(wav|mp3)$/.test(file))
  const problems = [
    ...[...known.keys()].filter((file) => !seconds.has(file)).map(() => 'a text is no longer done'),
    ...[...seconds.keys()]
      .filter((file) => !files.includes(file))
      .map(() => 'the file of a text that is done is gone'),
  ]
  for (const file of files) {
    const path = join(out, file)
    const digest = createHash('sha256').update(readFileSync(path)).digest('hex')
    const before = known.get(file)
    if (before === digest) continue
    if (before !== undefined) problems.push('a file that was done has changed')
    const length = await secondsOf(path)
    const stated = seconds.get(file)
    if (length === 0) problems.push('a file is half')
    if (stated !== undefined && Math.abs(length - stated) > SECONDS_APART)
      problems.push(`a file that is done has ${length.toFixed(1)} s in place of ${stated}`)
    if (stated !== undefined) known.set(file, digest)
  }
  return problems
}

/** Files that the sheet calls done, with their seconds. */
function doneIn(sheet: string): ReadonlyMap<string, number> {
  if (!existsSync(sheet)) return new Map()
  const rows = readFileSync(sheet, 'utf8').split('\n').slice(1)
  return new Map(
    rows.flatMap((row) => {
      const [, file = '', status, seconds] = row.split(',')
      return status === 'done' ? [[file, Number(seconds)] as const] : []
    }),
  )
}

/** Length of a sound file; 0 where it says that it is longer than it is, or ffmpeg complains about it. */
async function secondsOf(path: string): Promise<number> {
  const bytes = readFileSync(path)
  if (extname(path) === '.wav' && bytes.readUInt32LE(4) !== bytes.length - 8) return 0
  const { path: ffmpeg } = await getFfmpeg()
  const args = ['-v', 'error', '-xerror', '-i', path, '-f', 's16le', '-ac', '1', '-ar', '8000', '-']
  try {
    return execFileSync(ffmpeg, args, { stdio: ['ignore', 'pipe', 'ignore'] }).length / 16_000
  } catch {
    return 0
  }
}
