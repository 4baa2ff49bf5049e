import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { Blobs } from '#storage/blobs/blobs.ts'
import { createLocalCopies, type LocalCopies } from '#storage/blobs/local-copies.ts'
import { type Database, openDatabase } from '#storage/db/database.ts'
import { createFileRows } from '#storage/db/files.ts'
import { createIdempotencyRows } from '#storage/db/idempotency.ts'
import { createFiles, type Files } from '#storage/files/files.ts'
import { createSigner } from '#storage/files/links.ts'
import { purgeFiles } from '#storage/files/purge.ts'
import { createIdempotencyStore, type IdempotencyStore } from '#storage/idempotency.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openRecordingBlobs, type Recordings } from './custom-voices/recordings.ts'

const STAY = new AbortController().signal
const MIB = 1024 * 1024
const HEAD = { status: 200, headers: { 'content-type': 'audio/wav' } }
const FINGERPRINT = Uint8Array.of(1, 2, 3)
const VOICE = `voice_${'0'.repeat(32)}`

/** What files, remembered answers and recordings do in every store of bytes; `open` opens one without anything in it. */
export function describeByteStores(
  name: string,
  open: () => Promise<{ readonly blobs: Blobs; stored(): Promise<readonly string[]> }>,
): void {
  describe(`bytes in ${name}`, () => {
    const root = folderForTests('griot ìpamọ́ ohùn')
    let count = 0
    let home: string
    let clock: Date
    let database: Database
    let blobs: Blobs
    let stored: () => Promise<readonly string[]>
    let copies: LocalCopies
    let files: Files
    let answers: IdempotencyStore
    const live = createLiveProcess(process.pid)
    const now = (): Date => clock

    beforeEach(async () => {
      home = join(root, `${++count}`)
      mkdirSync(home)
      clock = new Date()
      database = openDatabase(join(home, 'library.db'))
      const place = await open()
      blobs = place.blobs
      stored = place.stored
      files = openFiles()
      answers = openAnswers()
    })
    afterEach(async () => {
      await files.close()
      await answers.close()
      database.close()
    })
    /** As another program does that has nothing but the library and the address of the store. */
    const openFiles = (): Files => {
      copies = createLocalCopies({
        blobs,
        folder: join(home, `copies-${randomBytes(4).toString('hex')}`),
      })
      return createFiles({
        ...{ rows: createFileRows(database), blobs, copies, process: live, now },
        signer: createSigner(new Uint8Array(32), now),
        quotaOf: () => 100 * MIB,
        maxFiles: 100,
      })
    }
    const openAnswers = (): IdempotencyStore =>
      createIdempotencyStore({
        ...{ rows: createIdempotencyRows(database), blobs, process: live, now },
        onNotKept: (error) => {
          throw error
        },
      })
    const add = (bytes: Uint8Array, originalName = 'ohùn.wav') =>
      files.add('Àdá', { originalName, uploadedBy: 'laptop', bytes: inPieces(bytes) }, STAY)
    const follow = async (id: string) => files.follow(await files.link('Àdá', id, 60))
    const listed = async () => (await files.list('Àdá', { limit: 10 })).files

    test.each([
      ['small', 17],
      ['large', 11 * MIB + 123],
    ])('a %s file is read whole and in parts, by another program too', async (_, size) => {
      const sound = Buffer.concat([Buffer.from('RIFF....WAVE'), randomBytes(size - 12)])
      const { id, content } = await add(sound)
      expect(content).toEqual({
        sizeBytes: size,
        mediaType: 'audio/wav',
        sha256: createHash('sha256').update(sound).digest(),
      })
      await files.close()
      files = openFiles()
      const { open: read, local } = await follow(id)
      expect((await buffer((await read()).bytes)).equals(sound)).toBe(true)
      const part = await read({ start: 3, end: 9 })
      expect([part.start, part.end]).toEqual([3, 10])
      expect((await buffer(part.bytes)).equals(sound.subarray(3, 10))).toBe(true)
      expect((await buffer((await read({ last: 5 })).bytes)).equals(sound.subarray(-5))).toBe(true)
      await expect(read({ start: size })).rejects.toMatchObject({ code: 'file/range' })
      expect(readFileSync(await local()).equals(sound)).toBe(true)
    })

    test('an upload that breaks off, or does not fit, leaves nothing', async () => {
      const broken = new AppError('request/unreadable', 'The form ended before it was complete.')
      async function* breaksOff(): AsyncGenerator<Uint8Array> {
        yield Buffer.alloc(9 * MIB)
        throw broken
      }
      const named = { originalName: 'a', uploadedBy: undefined }
      await expect(files.add('Àdá', { ...named, bytes: breaksOff() }, STAY)).rejects.toBe(broken)
      async function* endless(): AsyncGenerator<Uint8Array> {
        while (true) yield Buffer.alloc(MIB)
      }
      await expect(files.add('Àdá', { ...named, bytes: endless() }, STAY)).rejects.toMatchObject({
        code: 'file/quota',
      })
      await files.close()
      expect(await stored()).toEqual([])
      expect(await listed()).toEqual([])
    })

    test('a file that is deleted is gone, also where its program died half-way', async () => {
      const [one, two] = [await add(Buffer.from('1')), await add(Buffer.from('2'))]
      await files.remove('Àdá', one.id)
      await expect(follow(one.id)).rejects.toMatchObject({ code: 'file/not-found' })
      const { open: read, local } = await follow(two.id)
      await createFileRows(database).remove(two.id)
      await purge()
      expect(await stored()).toEqual([])
      await expect(read()).rejects.toMatchObject({ code: 'file/not-found' })
      await expect(local()).rejects.toMatchObject({ code: 'file/not-found' })
    })
    const purge = (): Promise<void> =>
      purgeFiles({ rows: createFileRows(database), blobs, process: live, now })

    test('what came whole before its program died, and was never told of, goes; what another one does stays', async () => {
      const { id } = await add(Buffer.from('1'))
      const kept = await add(Buffer.from('2'))
      const dead = `UPDATE files SET status = 'uploading', size_bytes = NULL, sha256 = NULL,
        media_type = NULL, process = ? WHERE id = ?`
      database.run(dead, live.mark, id)
      await purge()
      expect((await stored()).filter((key) => key.includes(id))).toHaveLength(2)
      database.run(dead, '2147483647 dead', id)
      await purge()
      expect((await listed()).map((file) => file.id)).toEqual([kept.id])
      expect((await stored()).filter((key) => key.includes(id))).toEqual([])
      expect((await stored()).filter((key) => key.includes(kept.id))).toHaveLength(2)
    })

    test('what nobody here knows stays where other libraries may keep their files too', async () => {
      await blobs.put('files/of-another/library', { bytes: Buffer.from('x'), type: 'text/plain' })
      await purge()
      expect(await stored()).toEqual(['files/of-another/library'])
    })

    const named = (key: string) => ({ account: 'Àdá', operation: 'generateSpeech', key })
    const answer = async (key: string, bytes: Uint8Array): Promise<void> => {
      const begun = await answers.begin(named(key))
      if (begun.kind !== 'recording') throw new Error('It was answered before.')
      begun.push(bytes)
      await begun.keep(HEAD, FINGERPRINT)
    }
    const again = async (key: string): Promise<Buffer | undefined> => {
      const begun = await answers.begin(named(key))
      if (begun.kind === 'remembered') return buffer(begun.bytes)
      await begun.forget()
      return undefined
    }

    test('an answer is given again, by another program too, for a day', async () => {
      const sound = randomBytes(9 * MIB)
      await answer('a', sound)
      await answers.close()
      answers = openAnswers()
      await answers.purge()
      expect((await again('a'))?.equals(sound)).toBe(true)
      clock = new Date(clock.getTime() + 25 * 60 * 60_000)
      await answers.purge()
      expect(await stored()).toEqual([])
      expect(await again('a')).toBeUndefined()
    })

    test('an answer that ends early leaves nothing, and may be asked for anew', async () => {
      const begun = await answers.begin(named('cut'))
      if (begun.kind === 'recording') begun.push(Buffer.from('half'))
      await answers.close()
      expect(await stored()).toEqual([])
      answers = openAnswers()
      expect(await again('cut')).toBeUndefined()
    })

    const openVoices = (): Recordings =>
      openRecordingBlobs({
        blobs,
        copies: createLocalCopies({ blobs, folder: join(home, 'copies') }),
        folder: join(home, 'making'),
        pid: process.pid,
      })
    const receive = async (recordings: Recordings, sound: Uint8Array) => {
      const pending = await recordings.receive(VOICE, inPieces(sound))
      expect(readFileSync(pending.path).equals(sound)).toBe(true)
      await pending.writeTranscript('Ẹ káàárọ̀')
      await pending.writeAbout('{}')
      return pending
    }

    test('a recording is read by another program, and is gone when it is removed', async () => {
      const sound = randomBytes(200_000)
      const recordings = openVoices()
      const pending = await receive(recordings, sound)
      if (typeof pending.keep === 'function') throw new Error('It lies beside the library.')
      expect(await stored()).toEqual([])
      await pending.keep.place()
      await pending.discard()
      expect(readdirSync(join(home, 'making'))).toEqual([])
      const others = openVoices()
      const found = await others.find(VOICE)
      expect(found?.transcript).toBe('Ẹ káàárọ̀')
      const path = await found?.path(STAY)
      expect(readFileSync(String(path)).equals(sound)).toBe(true)
      // A copy that was lost is fetched again.
      if (blobs.pathOf('a') === undefined) rmSync(String(path))
      expect(readFileSync(String(await found?.path(STAY))).equals(sound)).toBe(true)
      await others.writeAbout(VOICE, '{"name":"Adé"}')
      expect(await recordings.about(VOICE)).toBe('{"name":"Adé"}')
      const later = new Date(Date.now() + 60_000)
      expect(await recordings.unchangedSince?.(later)).toEqual([VOICE])
      expect(await recordings.unchangedSince?.(new Date(Date.now() - 60_000))).toEqual([])
      await recordings.remove(VOICE)
      expect(await stored()).toEqual([])
      expect(await others.find(VOICE)).toBeUndefined()
      await others.writeAbout(VOICE, '{}')
      expect(await stored()).toEqual([])
    })

    test('a recording that is not kept is gone, also from the store', async () => {
      const recordings = openVoices()
      const pending = await receive(recordings, Buffer.from('x'))
      if (typeof pending.keep === 'function') throw new Error('It lies beside the library.')
      await pending.keep.place()
      await pending.keep.remove()
      await pending.discard()
      expect(await stored()).toEqual([])
      expect(readdirSync(join(home, 'making'))).toEqual([])
    })
  })
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_000) yield bytes.subarray(at, at + 65_000)
}
