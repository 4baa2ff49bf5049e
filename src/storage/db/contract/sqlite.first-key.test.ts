import { firstKeyContract } from './first-key.contract.ts'
import { sqliteForTests } from './open-sqlite.test-support.ts'

firstKeyContract(sqliteForTests())
