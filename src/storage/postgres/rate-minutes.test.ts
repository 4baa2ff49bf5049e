import { expect, test } from 'vitest'
import { all, run } from '#storage/db/steps.ts'
import { openEmbedded } from './pglite.test-support.ts'
import { createRateMinutes } from './rate-minutes.ts'

test('requests of a token are counted by all nodes together, in minutes that begin with a first one', async () => {
  const database = await openEmbedded()
  const [one, two] = [createRateMinutes(database), createRateMinutes(database)]
  const answers = [await one('key 1', 3), await two('key 1', 3), await one('key 1', 3)]
  expect(answers).toEqual([undefined, undefined, undefined])
  for (const count of [one, two]) {
    const left = await count('key 1', 3)
    expect(left).toBeGreaterThan(50_000)
    expect(left).toBeLessThanOrEqual(60_000)
  }
  expect(await two('key 2', 3)).toBeUndefined()
  // What is refused is not counted.
  expect(
    await database.perform(() => all('SELECT token, requests FROM rate_minutes ORDER BY token')),
  ).toEqual([
    { token: 'key 1', requests: 3 },
    { token: 'key 2', requests: 1 },
  ])
  await database.perform(() => run('UPDATE rate_minutes SET ends_at = ends_at - 60000'))
  expect([await one('key 1', 1), typeof (await two('key 1', 1))]).toEqual([undefined, 'number'])
})
