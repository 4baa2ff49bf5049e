import { browsersContract } from './browsers.contract.ts'
import { sqliteForTests } from './open-sqlite.test-support.ts'

browsersContract(sqliteForTests())
