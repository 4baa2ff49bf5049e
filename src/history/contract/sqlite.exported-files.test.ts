import { sqliteForTests } from '#storage/db/contract/open-sqlite.test-support.ts'
import { exportedFilesContract } from './exported-files.contract.ts'

exportedFilesContract(sqliteForTests())
