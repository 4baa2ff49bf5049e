import { expect, test } from 'vitest'
import {
  createProvenanceRows,
  type ProvenanceRows,
  type RecordRow,
} from '#storage/db/provenance.ts'
import { type RowDatabase, run } from '#storage/db/steps.ts'

const AT = '2026-03-04T05:06:07.890Z'
const LATER = '2026-03-05T05:06:07.890Z'
const never = new AbortController().signal

function recordOf(requestId: string, changes: Partial<RecordRow> = {}): RecordRow {
  return {
    ...{ requestId, account: 'Àdá', createdAt: AT, voice: 'Ohùn Bàbá', language: 'yo' },
    ...{ engine: 'Griot flite 2.3', format: 'wav', placement: 'embedded' },
    ...{ sha256: 'ab'.repeat(32), sizeBytes: 5_000_000_000, manifestId: 'urn:c2pa:1' },
    certificateSha256: 'cd'.repeat(32),
    ...changes,
  }
}

async function fill(rows: ProvenanceRows, from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n++) await rows.add(recordOf(`request ${n}`), never)
}

async function there(rows: ProvenanceRows, to: number): Promise<readonly number[]> {
  const found: number[] = []
  for (let n = 1; n <= to; n++) if ((await rows.find(`request ${n}`)).length > 0) found.push(n)
  return found
}

/** What every registry of signed sounds does, over databases that `open` opens empty. */
export function provenanceContract(open: () => Promise<RowDatabase>): void {
  test('the records of a request are found in the order of signing, by its account or among all', async () => {
    const rows = createProvenanceRows(await open())
    const [answer, copy] = [recordOf('one'), recordOf('one', { format: 'flac', sizeBytes: 7 })]
    const other = recordOf('one', { account: 'Bọ́lá', placement: 'sidecar' })
    for (const record of [answer, other, copy]) await rows.add(record, never)
    expect(await rows.find('one')).toEqual([answer, other, copy])
    expect(await rows.find('one', 'Àdá')).toEqual([answer, copy])
    expect(await rows.find('one', 'Chiọma')).toEqual([])
    expect(await rows.find('two')).toEqual([])
  })

  test('nothing is written for a caller who has gone away', async () => {
    const rows = createProvenanceRows(await open())
    const gone = AbortSignal.abort(new Error('The caller went away.'))
    await expect(rows.add(recordOf('one'), gone)).rejects.toThrow('went away')
    expect(await rows.find('one')).toEqual([])
  })

  test('the oldest records are taken out, a few at a time, until as many stay as shall', async () => {
    const rows = createProvenanceRows(await open())
    expect(await rows.prune(4, 3, AT)).toBe(0)
    await fill(rows, 1, 9)
    expect(await rows.prune(9, 3, AT)).toBe(0)
    expect(await rows.prune(4, 3, AT)).toBe(3)
    expect(await there(rows, 9)).toEqual([4, 5, 6, 7, 8, 9])
    expect(await rows.prune(4, 3, AT)).toBe(2)
    expect(await rows.prune(4, 3, AT)).toBe(0)
    expect(await there(rows, 9)).toEqual([6, 7, 8, 9])
  })

  test('all records of a request stay as long as one of them has a manifest that is kept beside its sound', async () => {
    const rows = createProvenanceRows(await open())
    await rows.add(recordOf('request 1'), never)
    await rows.add(recordOf('request 1', { placement: 'sidecar', createdAt: AT }), never)
    await fill(rows, 2, 4)
    expect(await rows.prune(1, 9, AT)).toBe(2)
    expect(await there(rows, 4)).toEqual([1, 4])
    expect(await rows.find('request 1')).toHaveLength(2)
    expect(await rows.prune(1, 9, LATER)).toBe(2)
    expect(await there(rows, 4)).toEqual([4])
  })

  test('a certificate is kept once in each role, with the time at which it came first', async () => {
    const rows = createProvenanceRows(await open())
    const [first, second] = [Buffer.from([1, 0, 255]), Buffer.from([2])]
    await rows.addCertificates('trusted', [first], AT)
    await rows.addCertificates('trusted', [first, second], LATER)
    await rows.addCertificates('own', [first], LATER)
    const trusted = await rows.certificates('trusted')
    expect(trusted.map(({ der, addedAt }) => [[...der], addedAt])).toEqual([
      [[1, 0, 255], AT],
      [[2], LATER],
    ])
    expect((await rows.certificates('own')).map(({ addedAt }) => addedAt)).toEqual([LATER])
  })

  test('certificates come in together or not at all', async () => {
    const database = await open()
    const rows = createProvenanceRows(database)
    // As a caller that is no TypeScript might: the second one is none.
    const ders = [Buffer.from([1]), null] as unknown as Uint8Array[]
    const adding = database.retryWhileBusy(() => rows.addCertificates('trusted', ders, AT))
    await expect(adding).rejects.toThrow()
    expect(await rows.certificates('trusted')).toEqual([])
  })

  test('a trusted certificate is removed by its number, one of our own never', async () => {
    const rows = createProvenanceRows(await open())
    await rows.addCertificates('trusted', [Buffer.from([1]), Buffer.from([2])], AT)
    await rows.addCertificates('own', [Buffer.from([3])], AT)
    const [first] = await rows.certificates('trusted')
    const [own] = await rows.certificates('own')
    for (const id of [first?.id ?? 0, own?.id ?? 0, 999]) await rows.removeTrusted(id)
    expect((await rows.certificates('trusted')).map(({ der }) => [...der])).toEqual([[2]])
    expect(await rows.certificates('own')).toHaveLength(1)
  })

  test('settings of an older Griot are read until they are forgotten', async () => {
    const database = await open()
    const rows = createProvenanceRows(database)
    expect(await rows.settings()).toBeUndefined()
    const settings = { author: 'Adébáyọ̀' }
    await database.perform(() =>
      run('INSERT INTO provenance_settings (id, settings) VALUES (1, ?)', JSON.stringify(settings)),
    )
    expect(await rows.settings()).toEqual(settings)
    await rows.forgetSettings()
    await rows.forgetSettings()
    expect(await rows.settings()).toBeUndefined()
  })
}
