import { afterAll, beforeAll, expect, test } from 'vitest'
import { runGriot } from '#cli/griot.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { startTwoNodes, type TwoNodes } from './two-nodes.ts'

const folder = folderForTests('griot ẹgbẹ́')
let postgres: TwoNodes['postgres']
let nodes: TwoNodes['nodes']
let key: string
let close: TwoNodes['close'] | undefined

beforeAll(async () => {
  ;({ postgres, nodes, key, close } = await startTwoNodes(folder))
})
afterAll(() => close?.())

test('of two nodes that start at once, one makes the tables and the first key', async () => {
  expect(nodes.filter(({ firstKey }) => firstKey !== undefined)).toHaveLength(1)
  expect(postgres.ask("SELECT count(*) FROM keys WHERE kind = 'key'")).toBe('1')
  for (const node of nodes) expect((await node.fetch('/v1/voices', key)).status).toBe(200)
  expect(postgres.ask('SELECT name FROM accounts')).toBe('owner')
})

test('files that do not all fit are refused, whichever nodes take them in at once', async () => {
  postgres.ask(
    "INSERT INTO accounts (name, quota_bytes, created_at) VALUES ('small', 100000, '2026')",
  )
  const create = ['keys', 'create', '--name', 'small', '--account', 'small']
  const { out } = await runGriot(folder, [...create, '--database', postgres.url])
  const token = String(out).trim()
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const form = new FormData()
      form.append('file', new Blob(['x'.repeat(30_000)]), `${i}.txt`)
      const [one, two] = nodes
      const node = i % 2 ? one : two
      return (await node.fetch('/v1/files', token, { method: 'POST', body: form })).status
    }),
  )
  const taken = statuses.filter((status) => status === 200).length
  expect(taken).toBeGreaterThan(0)
  expect(new Set(statuses)).toEqual(new Set([200, 413]))
  const used = postgres.ask("SELECT sum(size_bytes) FROM files WHERE account = 'small'")
  expect(used).toBe(String(taken * 30_000))
  expect(taken).toBeLessThanOrEqual(3)
})

// The last: no node can start here any more.
test('tables that only a newer version can use are refused, by a node and by a command; nodes that run write nothing more there', async () => {
  postgres.ask('UPDATE griot_schema SET version = 99, readable_from = 99')
  for (const node of nodes) {
    // A node whose voices are still being loaded answers 503 as well.
    await expect
      .poll(async () => (await node.fetch('/health', key)).text(), { interval: 500 })
      .toContain('newer version of Griot')
    expect((await fetch(`${node.url}/health`)).status).toBe(503)
    const form = new FormData()
    form.append('file', new Blob(['àtijọ́']), 'àtijọ́.txt')
    const answer = await node.fetch('/v1/files', key, { method: 'POST', body: form })
    expect([answer.status, await answer.text()]).toEqual([
      503,
      expect.stringMatching(/newer version of Griot .*Update this node/),
    ])
  }
  for (const command of [
    ['serve', '--port', '0'],
    ['keys', 'list'],
  ]) {
    const { code, err } = await runGriot(folder, [...command, '--database', postgres.url])
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/newer version of Griot .*Update this node/),
    ])
  }
})
