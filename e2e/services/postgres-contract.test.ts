import { join } from 'node:path'
import { describe } from 'vitest'
import { createEmbeddedRunner } from '#batches/embedded-runner.ts'
import { runnerContract } from '#batches/runner.contract.ts'
import { openWorld, pacedSpeech } from '#batches/world.test-support.ts'
import { exportedFilesContract } from '#history/contract/exported-files.contract.ts'
import { historyContract } from '#history/contract/history.contract.ts'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { accountsContract } from '#storage/db/contract/accounts.contract.ts'
import { batchesContract } from '#storage/db/contract/batches.contract.ts'
import { browsersContract } from '#storage/db/contract/browsers.contract.ts'
import { consentRecordingsContract } from '#storage/db/contract/consent-recordings.contract.ts'
import { diacriticOverridesContract } from '#storage/db/contract/diacritic-overrides.contract.ts'
import { favouritesContract } from '#storage/db/contract/favourites.contract.ts'
import { filesContract } from '#storage/db/contract/files.contract.ts'
import { firstKeyContract } from '#storage/db/contract/first-key.contract.ts'
import { idempotencyContract } from '#storage/db/contract/idempotency.contract.ts'
import { keysContract } from '#storage/db/contract/keys.contract.ts'
import { linksContract } from '#storage/db/contract/links.contract.ts'
import { pronunciationsContract } from '#storage/db/contract/pronunciations.contract.ts'
import { provenanceContract } from '#storage/db/contract/provenance.contract.ts'
import { secretsContract } from '#storage/db/contract/secrets.contract.ts'
import { translationMemoryContract } from '#storage/db/contract/translation-memory.contract.ts'
import { voicesContract } from '#storage/db/contract/voices.contract.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { databasesForTests } from './postgres-databases.ts'

const folder = folderForTests('griot ìpele')
const open = databasesForTests()
let worlds = 0

describe('batches', () => batchesContract(open))
describe('recordings of consent', () => consentRecordingsContract(open))
describe('diacritic overrides', () => diacriticOverridesContract(open))
describe('favourites', () => favouritesContract(open))
describe('files', () => filesContract(open))
describe('answers', () => idempotencyContract(open))
describe('pronunciations', () => pronunciationsContract(open))
describe('provenance', () => provenanceContract(open))
describe('translation memory', () => translationMemoryContract(open))
describe('voices', () => voicesContract(open))
describe('accounts', () => accountsContract(open))
describe('browsers', () => browsersContract(open))
describe('the first key', () => firstKeyContract(open))
describe('keys', () => keysContract(open))
describe('sign-in links', () => linksContract(open))
describe('secrets', () => secretsContract(open))
describe('exported files', () => exportedFilesContract(open))
describe('history', () => historyContract(open))
describe('the runner inside a program', () => {
  runnerContract(async ({ lineMs, quotaBytes }) => {
    const own = join(folder, String(++worlds))
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
