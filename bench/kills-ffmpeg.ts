import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Kills } from './kill-results.ts'
import { BENCH_KEY, type BenchServer, startServer } from './server.ts'
import { prose } from './texts.ts'

const ENCODERS = 40
const DECODERS = 30
const AUTHORIZATION = { authorization: `Bearer ${BENCH_KEY}` }
const ORDER = { text: prose(700), voice: 'john', format: 'mp3' }
/** Part of the bytes that a whole answer has at least. */
const LEAST_OF_WHOLE = 0.98
/** An ffmpeg that reads a recording comes and goes in a moment. */
const WATCH_MS = 2
/** From its start to the kill, in milliseconds. */
const MOST_AGE_MS = { ofEncoder: 150, ofDecoder: 20 } as const

/** Encoders and decoders of a server that are killed in their work: an answer is whole, or says that it is not. */
export async function killFfmpeg(): Promise<Kills> {
  const server = await startServer()
  try {
    const encoders = await killEncoders(server)
    const decoders = await killDecoders(server)
    const isWell = (await fetch(`${server.url}/health`)).status === 200
    return {
      kills: encoders.kills + decoders.kills,
      acknowledged: { ...encoders.acknowledged, ...decoders.acknowledged },
      problems: [
        ...encoders.problems,
        ...decoders.problems,
        ...(isWell ? [] : ['the server is not healthy afterwards']),
      ],
    }
  } finally {
    await server.close()
  }
}

async function killEncoders(server: BenchServer): Promise<Kills> {
  const problems: string[] = []
  let [kills, whole, broken] = [0, 0, 0]
  // Signatures differ in their ids and times, so that the length is compared.
  const length = (await speak(server, ORDER))?.length ?? Number.POSITIVE_INFINITY
  while (kills < ENCODERS) {
    const asked = speak(server, ORDER)
    const { wasKilled, result } = await killedWhile(server, asked, MOST_AGE_MS.ofEncoder)
    if (wasKilled) kills++
    if (result === undefined) broken++
    else whole++
    if (result !== undefined && result.length < length * LEAST_OF_WHOLE)
      problems.push(`an mp3 of ${result.length} bytes in place of ${length} is sent as whole`)
  }
  if ((await speak(server, ORDER)) === undefined)
    problems.push('the server does not speak afterwards')
  return {
    kills,
    acknowledged: { 'whole answers': whole, 'answers that broke off': broken },
    problems,
  }
}

async function killDecoders(server: BenchServer): Promise<Kills> {
  const problems: string[] = []
  let [kills, decoded] = [0, 0]
  const recording = await recordingOf(server)
  const verdict = await verdictOn(server, recording)
  while (kills < DECODERS) {
    const asked = verdictOn(server, recording)
    const { wasKilled, result } = await killedWhile(server, asked, MOST_AGE_MS.ofDecoder)
    if (wasKilled) kills++
    decoded++
    if (result !== verdict) problems.push(`a recording is to blame for a kill: ${result}`)
  }
  return { kills, acknowledged: { 'recordings decoded': decoded }, problems }
}

/** Waits for an answer, whose ffmpeg is killed after at most so many milliseconds. */
async function killedWhile<T>(
  server: BenchServer,
  answer: Promise<T>,
  mostAgeMs: number,
): Promise<{ readonly wasKilled: boolean; readonly result: T }> {
  const isOver = { now: false }
  const answered = answer.finally(() => {
    isOver.now = true
  })
  const wasKilled = await killOne(server, isOver, randomInt(mostAgeMs))
  return { wasKilled, result: await answered }
}

/** The bytes of an answer that has ended well; undefined for one that broke off or was refused. */
async function speak(
  { url }: BenchServer,
  order: Readonly<Record<string, string>>,
): Promise<Uint8Array | undefined> {
  try {
    const answer = await fetch(`${url}/v1/speech`, {
      method: 'POST',
      headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
      body: JSON.stringify(order),
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    return answer.ok ? bytes : undefined
  } catch {
    return undefined
  }
}

async function recordingOf(server: BenchServer): Promise<Blob> {
  const bytes = await speak(server, { text: 'Good morning.', voice: 'lucy', format: 'mp3' })
  return new Blob([Uint8Array.from(bytes ?? [])])
}

/** Kills an ffmpeg of the server some time after it has appeared; false if none came before the answer. */
async function killOne(
  { pid }: BenchServer,
  isOver: { readonly now: boolean },
  ageMs: number,
): Promise<boolean> {
  while (!isOver.now) {
    const [found] = childrenOf(pid).filter((child) => nameOf(child) === 'ffmpeg')
    if (found !== undefined) {
      await wait(ageMs)
      return killed(found)
    }
    await wait(WATCH_MS)
  }
  return false
}

function killed(pid: number): boolean {
  try {
    return nameOf(pid) === 'ffmpeg' && process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
    return false
  }
}

/** Linux only. */
function childrenOf(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(/\s+/).map(Number)
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

/** What the server says about a recording that is too short for a voice, which it knows when it is decoded. */
async function verdictOn({ url }: BenchServer, recording: Blob): Promise<string> {
  const form = new FormData()
  const fields = { transcript: 'Good morning.', name: 'Mine', consent: 'true' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('audio', recording, 'recording.mp3')
  const answer = await fetch(`${url}/v1/voices`, {
    ...{ method: 'POST', headers: AUTHORIZATION, body: form },
  })
  const { request_id: _, ...words } = Object(await answer.json())
  return `${answer.status} ${JSON.stringify(words)}`
}
