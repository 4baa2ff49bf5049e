import { sqliteForTests } from './open-sqlite.test-support.ts'
import { pronunciationsContract } from './pronunciations.contract.ts'

pronunciationsContract(sqliteForTests())
