import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { measureBatches } from './batch-metrics.ts'

/** Measures a backlog that `answer` tells, by a clock that the test turns. */
function measured(answer: () => Promise<number>) {
  const registry = new Registry()
  let [time, times] = [0, 0]
  const backlog = async () => {
    times++
    const waiting = await answer()
    return { chunks: { waiting, running: 2, paused: 0, dead: 1 }, oldestWaitSeconds: waiting * 10 }
  }
  measureBatches([registry], { backlog }, () => time)
  return {
    text: () => registry.metrics(),
    after(ms: number) {
      time += ms
    },
    get times() {
      return times
    },
  }
}

test('chunks are told by their state, and the rows are asked once in five seconds', async () => {
  let waiting = 7
  const measures = measured(async () => waiting++)
  const first = await measures.text()
  expect(first).toContain('griot_batch_chunks{state="waiting"} 7\n')
  expect(first).toContain('griot_batch_chunks{state="running"} 2\n')
  expect(first).toContain('griot_batch_chunks{state="dead"} 1\n')
  expect(first).toContain('griot_batch_oldest_wait_seconds 70\n')
  measures.after(4_999)
  expect(await measures.text()).toBe(first)
  expect(measures.times).toBe(1)
  measures.after(1)
  expect(await measures.text()).toContain('griot_batch_chunks{state="waiting"} 8\n')
  expect(measures.times).toBe(2)
})

test('while the database is away, nothing is told of batches, and everything else still is', async () => {
  let isAway = true
  const measures = measured(async () => {
    if (isAway) throw new Error('No database.')
    return 3
  })
  expect(await measures.text()).not.toMatch(/^griot_batch/m)
  isAway = false
  measures.after(5_000)
  expect(await measures.text()).toContain('griot_batch_oldest_wait_seconds 30\n')
})
