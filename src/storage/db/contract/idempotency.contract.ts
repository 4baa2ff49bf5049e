import { expect, test } from 'vitest'
import {
  type CompleteResponse,
  createIdempotencyRows,
  type IdempotencyRows,
} from '#storage/db/idempotency.ts'
import type { RowDatabase } from '#storage/db/steps.ts'

const ANSWER: CompleteResponse = {
  head: { status: 200, headers: { 'content-disposition': "inline; filename*=UTF-8''%E1%BA%B8" } },
  fingerprint: Uint8Array.of(1, 2, 255),
  sizeBytes: 400,
}
const asked = (key: string) => ({ account: 'Àdá', operation: 'generateSpeech', key })
const rowOf = (id: string, createdAt = '2026-03-04T05:06:07.000Z') => ({
  ...{ id, process: '7 a program', createdAt },
})
const always = () => true
const never = () => false
/** Later than all that these tests make. */
const LATER = '2027-01-01T00:00:00.000Z'

/** What every store of answers does, over databases that `open` opens empty. */
export function idempotencyContract(open: () => Promise<RowDatabase>): void {
  test('a key with U+0000 is another than one without', async () => {
    const rows = createIdempotencyRows(await open())
    expect(await rows.begin(asked('a\0'), rowOf('one'), always)).toEqual({})
    expect(await rows.begin(asked('a'), rowOf('two'), always)).toEqual({})
    const first = { ...rowOf('one'), answer: undefined }
    expect(await rows.begin(asked('a\0'), rowOf('three'), always)).toEqual({ there: first })
  })

  test('a request is entered once, while the first one counts', async () => {
    const rows = createIdempotencyRows(await open())
    expect(await rows.begin(asked('a'), rowOf('one'), always)).toEqual({})
    const first = { ...rowOf('one'), answer: undefined }
    expect(await rows.begin(asked('a'), rowOf('two'), always)).toEqual({ there: first })
    expect(await rows.inWork()).toEqual([first])
    expect([await rows.has('one'), await rows.has('two')]).toEqual([true, false])
  })

  test('keys of another account, operation or spelling are other keys', async () => {
    const rows = createIdempotencyRows(await open())
    const others = [
      asked('a'),
      asked('A'),
      { ...asked('a'), account: 'Bọ́lá' },
      { ...asked('a'), operation: 'uploadFile' },
    ]
    for (const [i, other] of others.entries())
      expect(await rows.begin(other, rowOf(`${i}`), always)).toEqual({})
    expect(await rows.inWork()).toHaveLength(4)
  })

  test('one that no longer counts is replaced, and its bytes are to go', async () => {
    const rows = createIdempotencyRows(await open())
    await keep(rows, 'a', 'one')
    const { replaced, there } = await rows.begin(asked('a'), rowOf('two'), never)
    expect([replaced?.id, replaced?.answer?.sizeBytes, there]).toEqual(['one', 400, undefined])
    expect((await rows.inWork()).map(({ id }) => id)).toEqual(['two'])
    expect(await rows.deletions.list()).toMatchObject([{ id: 'one', account: 'Àdá' }])
  })

  test('where the rule fails, nothing has changed', async () => {
    const rows = createIdempotencyRows(await open())
    await keep(rows, 'a', 'one')
    const begin = async (): Promise<unknown> =>
      rows.begin(asked('a'), rowOf('two'), () => {
        throw new Error('no rule')
      })
    await expect(begin()).rejects.toThrow('no rule')
    expect(await rows.has('one')).toBe(true)
    expect(await rows.has('two')).toBe(false)
  })

  test('where the new row cannot be made, the old one stays', async () => {
    const rows = createIdempotencyRows(await open())
    await keep(rows, 'a', 'one')
    await keep(rows, 'b', 'two')
    // The id is another request's.
    const begin = async (): Promise<unknown> => rows.begin(asked('a'), rowOf('two'), never)
    await expect(begin()).rejects.toThrow()
    const { there } = await rows.begin(asked('a'), rowOf('three'), always)
    expect(there?.id).toBe('one')
    expect(await rows.deletions.list()).toEqual([])
  })

  test('an answer comes back as it was kept', async () => {
    const rows = createIdempotencyRows(await open())
    await keep(rows, 'a', 'one')
    const { there } = await rows.begin(asked('a'), rowOf('two'), always)
    expect(there).toMatchObject({ ...rowOf('one'), answer: { head: ANSWER.head, sizeBytes: 400 } })
    expect([...(there?.answer?.fingerprint ?? [])]).toEqual([1, 2, 255])
    expect(await rows.inWork()).toEqual([])
  })

  test('an answer to a request whose row is gone is not kept', async () => {
    const rows = createIdempotencyRows(await open())
    await rows.begin(asked('a'), rowOf('one'), always)
    await rows.remove('one')
    expect(await rows.finish('one', ANSWER)).toBe(false)
    expect(await rows.has('one')).toBe(false)
    await rows.remove('one')
    expect(await rows.deletions.list()).toHaveLength(1)
  })

  test('a request is abandoned only while it has no answer', async () => {
    const rows = createIdempotencyRows(await open())
    await rows.begin(asked('a'), rowOf('one'), always)
    await keep(rows, 'b', 'two')
    for (const id of ['one', 'two', 'none']) await rows.abandon(id)
    expect([await rows.has('one'), await rows.has('two')]).toEqual([false, true])
  })

  test('answers that are too old go, and the oldest until the others fit', async () => {
    const rows = createIdempotencyRows(await open())
    for (let i = 1; i <= 5; i++) await keep(rows, `${i}`, `${i}`, `2026-03-04T05:06:0${i}.000Z`)
    await rows.begin(asked('in work'), rowOf('in work', '2026-03-04T05:06:09.000Z'), always)
    const gone = async (before: string, maxBytes: number): Promise<readonly string[]> =>
      (await rows.trim(before, maxBytes)).toSorted()
    expect(await gone('2026-03-04T05:06:01.000Z', 2_000)).toEqual([])
    expect(await gone('2026-03-04T05:06:02.000Z', 2_000)).toEqual(['1'])
    expect(await gone('2026-03-04T05:06:02.000Z', 1_199)).toEqual(['2', '3'])
    expect(await gone(LATER, 2_000)).toEqual(['4', '5', 'in work'])
    expect((await rows.deletions.list()).map(({ id }) => id).toSorted()).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      'in work',
    ])
    expect(await gone(LATER, 0)).toEqual([])
  })

  test('deleted answers are remembered until their bytes are gone', async () => {
    const rows = createIdempotencyRows(await open())
    await keep(rows, 'a', 'one')
    await rows.remove('one')
    await rows.deletions.done(await rows.deletions.list())
    expect(await rows.deletions.list()).toEqual([])
  })
}

async function keep(
  rows: IdempotencyRows,
  key: string,
  id: string,
  createdAt?: string,
): Promise<void> {
  await rows.begin(asked(key), rowOf(id, createdAt), always)
  expect(await rows.finish(id, ANSWER)).toBe(true)
}
