import { batchesContract } from './batches.contract.ts'
import { sqliteForTests } from './open-sqlite.test-support.ts'

batchesContract(sqliteForTests())
