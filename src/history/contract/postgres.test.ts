import { describe } from 'vitest'
import { embeddedForTests } from '#storage/postgres/pglite.test-support.ts'
import { exportedFilesContract } from './exported-files.contract.ts'
import { historyContract } from './history.contract.ts'

const open = embeddedForTests()

describe('exported files', () => exportedFilesContract(open))
describe('history', () => historyContract(open))
