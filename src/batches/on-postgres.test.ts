import { join } from 'node:path'
import { describe } from 'vitest'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { embeddedForTests } from '#storage/postgres/pglite.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createEmbeddedRunner } from './embedded-runner.ts'
import { runnerContract } from './runner.contract.ts'
import { openWorld, pacedSpeech } from './world.test-support.ts'

const folder = folderForTests('griot ìpele')
const open = embeddedForTests()
let count = 0

describe('the runner inside a program, with its rows in PostgreSQL', () => {
  runnerContract(async ({ lineMs, quotaBytes }) => {
    const own = join(folder, String(++count))
    const world = openWorld({
      ...{ database: await open(), blobs: createFolderBlobs(join(own, 'blobs')), folder: own },
      speech: pacedSpeech(lineMs),
      ...(quotaBytes ? { quotaBytes } : {}),
    })
    const { mark: owner, isAlive } = createLiveProcess(process.pid)
    return {
      world,
      start: async () =>
        createEmbeddedRunner({ ...world.tools, owner, isAlive, concurrency: 1, pollMs: 50 }),
    }
  })
})
