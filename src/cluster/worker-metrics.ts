import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { RunningProcess } from '#speech/worker/running-processes.ts'
import { measureMemory } from '#telemetry/process-memory.ts'

/** What a worker measures of itself, for Prometheus. */
export interface WorkerMetrics {
  text(): Promise<string>
  close(): void
}

/** Measures what a worker has to do and can do, and the memory of its processes. */
export function measureWorker(sources: {
  readonly capacity: number
  readonly jobs: () => number
  readonly transcriptions: () => number
  readonly processes: () => readonly RunningProcess[]
}): WorkerMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    ...{ name: 'griot_worker_jobs', help: 'Jobs that the worker has in work.', registers },
    collect() {
      this.set(sources.jobs())
    },
  })
  new Gauge({
    name: 'griot_worker_transcriptions',
    help: 'Jobs of the worker that write down speech.',
    registers,
    collect() {
      this.set(sources.transcriptions())
    },
  })
  const capacity = new Gauge({
    name: 'griot_worker_capacity',
    help: 'Jobs that the worker takes at once.',
    registers,
  })
  capacity.set(sources.capacity)
  measureMemory(registers, sources.processes)
  return { text: () => registry.metrics(), close: () => registry.clear() }
}
