import { filesContract } from './files.contract.ts'
import { sqliteForTests } from './open-sqlite.test-support.ts'

filesContract(sqliteForTests())
