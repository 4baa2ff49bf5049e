import { sqliteForTests } from './open-sqlite.test-support.ts'
import { voicesContract } from './voices.contract.ts'

voicesContract(sqliteForTests())
