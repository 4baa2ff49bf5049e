import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { createFileRows, type FileContent, type NewFile } from '#storage/db/files.ts'
import type { RowDatabase } from '#storage/db/steps.ts'

const CONTENT: FileContent = {
  sizeBytes: 300_000_000_000,
  sha256: Buffer.alloc(32, 7),
  mediaType: 'audio/wav',
}
const PROCESS = '7 a program'
const refuse = (): never => {
  throw new AppError('file/quota', 'It does not fit.')
}

/** What every store of files does, over databases that `open` opens empty. */
export function filesContract(open: () => Promise<RowDatabase>): void {
  test('an upload is there while it comes, and a file once it is whole', async () => {
    const rows = createFileRows(await open())
    const sequence = await rows.add(newFile('one'), PROCESS)
    const uploading = { ...newFile('one'), sequence, content: undefined }
    expect(await rows.find('one')).toEqual(uploading)
    expect(await rows.unfinished()).toEqual([
      { id: 'one', account: 'Àdá', process: PROCESS, createdAt: newFile('one').createdAt },
    ])
    const finished = await rows.finish(newFile('one'), CONTENT, () => undefined)
    expect(finished).toEqual({ ...uploading, content: expect.anything() })
    expect(finished.content).toMatchObject({ sizeBytes: 300_000_000_000, mediaType: 'audio/wav' })
    expect(Buffer.from(finished.content?.sha256 ?? []).equals(CONTENT.sha256)).toBe(true)
    expect(await rows.find('one')).toEqual(finished)
    expect(await rows.unfinished()).toEqual([])
    expect(await rows.find('two')).toBeUndefined()
  })

  test('a name with U+0000 comes back as it was given', async () => {
    const rows = createFileRows(await open())
    const odd = { ...newFile('one'), originalName: 'a\0b\uF8FE1.wav', uploadedBy: '\0' }
    await rows.add(odd, PROCESS)
    expect(await rows.find('one')).toMatchObject(odd)
  })

  test('a file without a name and without a token is kept as such', async () => {
    const rows = createFileRows(await open())
    const bare = { ...newFile('one'), originalName: undefined, uploadedBy: undefined }
    await rows.add(bare, PROCESS)
    expect(await rows.find('one')).toMatchObject(bare)
  })

  test('sequences grow, and are not used again after a deletion', async () => {
    const rows = createFileRows(await open())
    const first = await rows.add(newFile('one'), PROCESS)
    const second = await rows.add(newFile('two'), PROCESS)
    await rows.remove('two')
    const third = await rows.add(newFile('three'), PROCESS)
    expect([first < second, second < third]).toEqual([true, true])
  })

  test('the same id twice is refused, and the first one stays', async () => {
    const rows = createFileRows(await open())
    await rows.add(newFile('one'), PROCESS)
    const again = async (): Promise<number> =>
      rows.add({ ...newFile('one'), account: 'Bọ́lá' }, PROCESS)
    await expect(again()).rejects.toThrow()
    expect(await rows.find('one')).toMatchObject({ account: 'Àdá' })
  })

  test('what does not fit beside the other files stays an upload', async () => {
    const rows = createFileRows(await open())
    await addReady(rows, 'one')
    await rows.add(newFile('two'), PROCESS)
    const finish = async (): Promise<unknown> =>
      rows.finish(newFile('two'), CONTENT, (used) => {
        expect(used).toEqual({ bytes: CONTENT.sizeBytes, count: 1 })
        refuse()
      })
    await expect(finish()).rejects.toMatchObject({ code: 'file/quota' })
    expect(await rows.find('two')).toMatchObject({ content: undefined })
    expect(await rows.usage('Àdá')).toEqual({ bytes: CONTENT.sizeBytes, count: 1 })
  })

  test('an upload that was removed meanwhile, or is a file already, cannot be finished', async () => {
    const rows = createFileRows(await open())
    await addReady(rows, 'one')
    for (const id of ['one', 'two']) {
      const finish = async (): Promise<unknown> =>
        rows.finish(newFile(id), { ...CONTENT, sizeBytes: 1 }, () => undefined)
      await expect(finish()).rejects.toThrow('Send the file again')
    }
    expect((await rows.find('one'))?.content?.sizeBytes).toBe(CONTENT.sizeBytes)
  })

  test('the use of an account is that of its files which are ready', async () => {
    const rows = createFileRows(await open())
    expect(await rows.usage('Àdá')).toEqual({ bytes: 0, count: 0 })
    for (const id of ['one', 'two']) await addReady(rows, id)
    await addReady(rows, 'empty', { sizeBytes: 0 })
    await rows.add(newFile('three'), PROCESS)
    await addReady(rows, 'another', {}, 'Bọ́lá')
    expect(await rows.usage('Àdá')).toEqual({ bytes: 2 * CONTENT.sizeBytes, count: 3 })
    expect(await rows.usage('Bọ́lá')).toEqual({ bytes: CONTENT.sizeBytes, count: 1 })
  })

  test('files are listed newest first, by account, state and place', async () => {
    const rows = createFileRows(await open())
    for (const id of ['one', 'two', 'three']) await addReady(rows, id)
    await rows.add(newFile('four'), PROCESS)
    await addReady(rows, 'another', {}, 'Bọ́lá')
    const list = async (page: Partial<Parameters<typeof rows.list>[1]>) =>
      rows.list('Àdá', { before: Number.MAX_SAFE_INTEGER, limit: 10, ...page })
    const ids = async (page: Partial<Parameters<typeof rows.list>[1]>) =>
      (await list(page)).map(({ id }) => id)
    expect(await ids({})).toEqual(['four', 'three', 'two', 'one'])
    expect(await ids({ limit: 2 })).toEqual(['four', 'three'])
    expect(await ids({ status: 'uploading' })).toEqual(['four'])
    expect(await ids({ status: 'ready', limit: 2 })).toEqual(['three', 'two'])
    const before = (await rows.find('three'))?.sequence ?? 0
    expect(await ids({ before })).toEqual(['two', 'one'])
    expect(await ids({ before, status: 'uploading' })).toEqual([])
    expect(await ids({ limit: 0 })).toEqual([])
  })

  test('a deleted file is remembered until its bytes are gone', async () => {
    const rows = createFileRows(await open())
    for (const id of ['one', 'two']) await addReady(rows, id)
    expect([await rows.remove('one'), await rows.remove('one')]).toEqual([true, false])
    expect(await rows.find('one')).toBeUndefined()
    const deleted = await rows.deletions.list()
    expect(deleted).toMatchObject([{ id: 'one', account: 'Àdá' }])
    await rows.remove('two')
    await rows.deletions.done(deleted)
    expect(await rows.deletions.list()).toMatchObject([{ id: 'two' }])
    await rows.deletions.done([])
    expect(await rows.deletions.list()).toHaveLength(1)
  })

  test('an upload that ended with its process goes, and nobody has deleted it; a file stays', async () => {
    const rows = createFileRows(await open())
    await rows.add(newFile('one'), PROCESS)
    await addReady(rows, 'two')
    for (const id of ['one', 'two', 'none']) await rows.abandon(id)
    expect(await rows.find('one')).toBeUndefined()
    expect((await rows.find('two'))?.content).toBeDefined()
    expect(await rows.deletions.list()).toEqual([])
  })

  test('a file of the disk is entered once, as the newest', async () => {
    const rows = createFileRows(await open())
    await addReady(rows, 'one')
    const found = { ...newFile('two'), content: CONTENT }
    expect([await rows.enter(found), await rows.enter(found)]).toEqual([true, false])
    const newest = await rows.list('Àdá', { before: Number.MAX_SAFE_INTEGER, limit: 1 })
    expect(newest).toMatchObject([{ id: 'two', content: { sizeBytes: CONTENT.sizeBytes } }])
    const broken = async (): Promise<boolean> =>
      rows.enter({ ...newFile('three'), content: { ...CONTENT, sizeBytes: -1 } })
    await expect(broken()).rejects.toThrow()
    expect(await rows.find('three')).toBeUndefined()
  })

  test('the library has an identity, the same at every look', async () => {
    const rows = createFileRows(await open())
    expect(await rows.identity()).toMatch(/^[\da-f]{32}$/)
    expect(await rows.identity()).toBe(await rows.identity())
  })

  test('writes in line are done in the end', async () => {
    const rows = createFileRows(await open())
    await rows.retryWhileBusy(() => rows.add(newFile('one'), PROCESS))
    expect((await rows.find('one'))?.id).toBe('one')
  })
}

function newFile(id: string): NewFile {
  return {
    id,
    account: 'Àdá',
    originalName: 'Ohùn Ìyá àgbà – የአያቴ ድምፅ.wav',
    uploadedBy: 'laptop',
    createdAt: '2026-03-04T05:06:07.000Z',
  }
}

async function addReady(
  rows: ReturnType<typeof createFileRows>,
  id: string,
  content: Partial<FileContent> = {},
  account = 'Àdá',
): Promise<void> {
  const file = { ...newFile(id), account }
  await rows.add(file, PROCESS)
  await rows.finish(file, { ...CONTENT, ...content }, () => undefined)
}
