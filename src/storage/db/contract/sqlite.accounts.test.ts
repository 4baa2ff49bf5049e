import { accountsContract } from './accounts.contract.ts'
import { sqliteForTests } from './open-sqlite.test-support.ts'

accountsContract(sqliteForTests())
