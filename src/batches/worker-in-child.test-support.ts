import { join } from 'node:path'
import { Redis } from 'ioredis'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { openDatabase } from '#storage/db/database.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { openPostgres } from '#storage/postgres/database.ts'
import { startBatchWorker } from './queue-worker.ts'
import { openWorld, pacedSpeech } from './world.test-support.ts'

/** A worker of its own for the queue at an address, on the library in a folder or on the database at an address, until it is killed. */
const [folder = '', url = '', lineMs = '0', rows = ''] = process.argv.slice(2)
const live = createLiveProcess(process.pid)
const database =
  rows === ''
    ? openDatabase(join(folder, 'library.db'))
    : await openPostgres(rows, { connections: 4 })
const blobs = createFolderBlobs(join(folder, 'blobs'))
const speech = pacedSpeech(Number(lineMs))
const { tools } = openWorld({ database, blobs, folder, speech, owner: live.mark })
const redis = new Redis(url, { maxRetriesPerRequest: null })
redis.on('error', () => undefined)
startBatchWorker({ ...tools, redis, concurrency: 2, lockMs: 1_500, backoffMs: 20 })
process.stdout.write('works\n')
