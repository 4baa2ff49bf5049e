import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { seededRandom } from '#testing/random.test-support.ts'
import { FAULTS, faultsInAnyOrder } from './mixed-faults.ts'
import { missingAt, startMixedLoad } from './mixed-load.ts'
import { type MixedService, startMixedService } from './mixed-service.ts'

/** Faults one after the other; with as many as there are in `FAULTS`, each comes once. The seed decides on faults and requests, but not how they meet. */
const ROUNDS = Number(process.env['GRIOT_FAULT_ROUNDS'] || 6)
const SEED = Number(process.env['GRIOT_FAULT_SEED'] || Math.floor(Math.random() * 1_000_000))
/** For what never heals. */
const LATEST_MS = 600_000

const folder = folderForTests('griot àjálù')
let service: MixedService

beforeAll(async () => {
  service = await startMixedService(folder)
})
afterAll(() => service?.close())

/** Waits until a node speaks and stores something new. */
async function untilHealed({ nodes }: MixedService): Promise<void> {
  for (const node of nodes) {
    const form = new FormData()
    form.append('file', new Blob(['ìlera']), 'ìlera.txt')
    const speech = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'We are well.', voice: 'john', format: 'wav' }),
    }
    for (const [path, init] of [
      ['/v1/speech', speech],
      ['/v1/files', { method: 'POST', body: form }],
    ] as const)
      await expect
        .poll(
          async () => {
            const answer = await node.fetch(path, init)
            const bytes = await answer.arrayBuffer()
            return answer.ok || `${answer.status} ${Buffer.from(bytes)}`
          },
          { timeout: LATEST_MS, interval: 250 },
        )
        .toBe(true)
  }
}

const table = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort()
    .map(([name, count]) => `  ${String(count).padStart(6)}  ${name.slice(0, 220)}`)
    .join('\n')

test(
  'under any load, whatever fails at any moment: nothing acknowledged is lost, nothing comes twice, and all heals by itself',
  async () => {
    const random = seededRandom(SEED)
    console.log(`GRIOT_FAULT_SEED=${SEED} GRIOT_FAULT_ROUNDS=${ROUNDS}`)
    const load = await startMixedLoad(service.nodes, seededRandom(SEED + 1))
    const faults = new Map<string, number>()
    const names = faultsInAnyOrder(random)
    for (let round = 0; round < ROUNDS; round++) {
      await wait(300 + random() * 2_500)
      const { value: name } = names.next()
      faults.set(name, (faults.get(name) ?? 0) + 1)
      const began = performance.now()
      await FAULTS[name]?.(service, random)
      const over = performance.now()
      await untilHealed(service)
      const seconds = [over - began, performance.now() - over].map((ms) => (ms / 1_000).toFixed(1))
      console.log(`${round + 1} ${name}: ${seconds[0]} s, healed after ${seconds[1]} s more`)
      expect(load.wrong, `after round ${round}, ${name}`).toEqual([])
    }
    await load.stop()
    // The last batch ends, however much was in its way.
    const { batches } = load.acknowledged
    const [node] = service.nodes
    await expect
      .poll(
        async () => {
          const states = await Promise.all(
            [...batches.keys()].map((id) => node.fetch(`/v1/batches/${id}`)),
          )
          const told = await Promise.all(states.map((answer) => answer.text()))
          // One that found no room waits for somebody who says that there is some now.
          for (const words of told.filter((one) => /"status":"paused"/.test(one)))
            await node.fetch(`/v1/batches/${JSON.parse(words).id}/resume`, { method: 'POST' })
          return told.filter((words) => !/"status":"completed"/.test(words))
        },
        { timeout: LATEST_MS, interval: 1_000 },
      )
      .toEqual([])
    const { done, refused, broken } = load.counts
    console.log(
      [
        ...['Faults', table(faults), 'Answered', table(done), 'Refused in words', table(refused)],
        ...['Broken off, which the caller sees', table(broken)],
      ].join('\n'),
    )
    expect(load.wrong).toEqual([])
    for (const kind of ['stream', 'transcription', 'request with a key', 'upload', 'batch'])
      expect(done.get(kind)).toBeGreaterThan(0)
    expect(batches.size).toBeGreaterThan(0)
    for (const each of service.nodes) expect(await missingAt(each, load.acknowledged)).toEqual([])
  },
  (ROUNDS + 3) * LATEST_MS,
)
