import { keysContract } from './keys.contract.ts'
import { sqliteForTests } from './open-sqlite.test-support.ts'

keysContract(sqliteForTests())
