import { setTimeout as wait } from 'node:timers/promises'
import { busyness, processorMs, residentMb } from './cluster-machine.ts'
import { recordingFor } from './cluster-recording.ts'
import { openService } from './cluster-service.ts'
import { BENCH_KEY } from './server.ts'
import { median, report } from './statistics.ts'

const LINES = Number(process.env['GRIOT_BENCH_LINES'] ?? 100_000)
const WORKERS = Number(process.env['GRIOT_BENCH_WORKERS'] ?? 8)
const FEW = 10
const TEXT = 'Good morning.'
/** After this part of the lines, the second account comes. */
const MEANWHILE = 1 / 4
const LOOK_MS = 2_000

/** A batch of 100,000 short lines spoken by paced workers over BullMQ, and ten lines of another account in the middle of it. */
export async function benchBatch(): Promise<void> {
  const service = await openService()
  try {
    const node = await service.startNode()
    const { path, voice } = await recordingFor(service.folder, TEXT)
    const workers = await service.startPacedWorkers(WORKERS, path, { batches: true })
    const second = await service.run([
      'keys',
      'create',
      '--name',
      'second',
      '--account',
      'second',
      '--json',
    ])
    await service.run(['accounts', 'set', 'owner', '--quota', '20GB', '--json'])
    const many = openAccount(node.url, BENCH_KEY, voice)
    const few = openAccount(node.url, tokenIn(second), voice)
    const memory: { readonly node: number; readonly worker: number }[] = []
    const programs = [node, ...workers]
    const spentMs = (): readonly number[] => programs.map(({ pid }) => processorMs(pid))
    const before = spentMs()
    const begun = performance.now()
    const batch = await many.order(LINES)
    const taken = performance.now()
    let other: Promise<number> | undefined
    for (let isOver = false; !isOver; ) {
      await wait(LOOK_MS)
      const { status, completed, failed } = await many.look(batch)
      const mean = workers.reduce((sum, { pid }) => sum + residentMb(pid), 0) / WORKERS
      memory.push({ node: residentMb(node.pid), worker: mean })
      if (completed >= LINES * MEANWHILE) other ??= few.spoken(FEW)
      isOver = status === 'completed' || status === 'failed'
      if (isOver)
        report('lines that were spoken, and failed', `${completed}, ${failed}`, `${LINES}, 0`)
    }
    const seconds = (performance.now() - begun) / 1_000
    report(`${WORKERS} paced workers: lines a second (${busyness()})`, (LINES / seconds).toFixed(0))
    report('of which to take them in', `${((taken - begun) / 1_000).toFixed(1)} s`)
    report(
      `${FEW} lines of another account`,
      `${(((await other) ?? Number.NaN) / 1_000).toFixed(1)} s`,
      '<= 5 s',
    )
    const [ofNode = 0, ...ofWorkers] = spentMs().map((ms, n) => (ms - (before[n] ?? 0)) / LINES)
    const ofAll = ofWorkers.reduce((sum, ms) => sum + ms, 0)
    report(
      'processor for a line: worker beside its engine, node',
      `${ofAll.toFixed(1)} ms, ${ofNode.toFixed(2)} ms`,
    )
    for (const program of ['node', 'worker'] as const) {
      const figures = memory.map((one) => one[program])
      report(
        `resident MB of a ${program}: at the start, by quarters, most`,
        quarters(figures),
        'flat',
      )
    }
  } finally {
    await service.close()
  }
}

function quarters(figures: readonly number[]): string {
  const size = Math.ceil(figures.length / 4)
  const medians = [0, 1, 2, 3].map((n) => median(figures.slice(n * size, (n + 1) * size)))
  return [figures[0] ?? 0, ...medians, Math.max(...figures)].map((mb) => mb.toFixed(0)).join(' ')
}

function tokenIn(printed: string): string {
  const { token } = JSON.parse(printed.slice(printed.indexOf('{'))) as { readonly token: string }
  return token
}

/** One account that sends batches. */
function openAccount(url: string, key: string, voice: string) {
  const headers = { authorization: `Bearer ${key}` }
  const ask = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${url}${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as Record<string, unknown>
  }
  const lineOf = (n: number): string =>
    JSON.stringify({
      ...{ custom_id: `line-${n}`, method: 'POST', url: '/v1/speech' },
      body: { text: TEXT, voice, format: 'mulaw' },
    })
  const order = async (lines: number): Promise<string> => {
    const form = new FormData()
    const source = Array.from({ length: lines }, (_, n) => lineOf(n)).join('\n')
    form.append('file', new Blob([source]), 'lines.jsonl')
    const { file_id } = await ask('/v1/files', { method: 'POST', body: form })
    const batch = await ask('/v1/batches', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint: '/v1/speech', input_file_id: file_id, format: 'mulaw' }),
    })
    return String(batch['id'])
  }
  const look = async (id: string) => {
    const { status, request_counts } = await ask(`/v1/batches/${id}`)
    const { completed, failed } = request_counts as Record<'completed' | 'failed', number>
    return { status, completed, failed }
  }
  return {
    ...{ order, look },
    /** Milliseconds from sending lines until their result is there. */
    async spoken(lines: number): Promise<number> {
      const begun = performance.now()
      const id = await order(lines)
      while ((await look(id)).status !== 'completed') await wait(50)
      return performance.now() - begun
    },
  }
}
