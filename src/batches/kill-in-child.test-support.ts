import { appendFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { openDatabase } from '#storage/db/database.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { createEmbeddedRunner } from './embedded-runner.ts'
import { openWorld, pacedSpeech } from './world.test-support.ts'

/** A program of its own that runs the batches of the folder that it is given, until it is killed. */
const [folder = '', lineMs = '0'] = process.argv.slice(2)
const live = createLiveProcess(process.pid)
const database = openDatabase(join(folder, 'library.db'))
const blobs = createFolderBlobs(join(folder, 'blobs'))
const paced = pacedSpeech(Number(lineMs))
const ending = join(folder, 'end-while-joining')
const speech: typeof paced = {
  ...paced,
  async join(...order) {
    if (existsSync(ending)) {
      rmSync(ending)
      process.kill(process.pid, 'SIGKILL')
    }
    return paced.join(...order)
  },
}
const world = openWorld({ database, blobs, folder, speech, owner: live.mark })
createEmbeddedRunner({ ...world.tools, concurrency: 2, pollMs: 50, isAlive: live.isAlive })
appendFileSync(join(folder, 'starts'), '.')
process.stdout.write('runs\n')
// Until it is killed.
setInterval(() => undefined, 60_000)
