import pidusage from 'pidusage'
import { Gauge, type Registry } from 'prom-client'

/** Adds the memory of the processes that a program has started, by what they do. */
export function measureMemory(
  registers: Registry[],
  processes: () => readonly { readonly name: string; readonly pid: number }[],
): void {
  new Gauge({
    name: 'griot_worker_memory_bytes',
    help: 'Memory of the processes that this one has started, by what they do.',
    labelNames: ['process'],
    registers,
    async collect() {
      this.reset()
      for (const { name, pid } of processes()) {
        // One that ends meanwhile has no memory.
        const usage = await pidusage(pid).catch(() => undefined)
        if (usage) this.inc({ process: name }, usage.memory)
      }
    },
  })
}
