import { sqliteForTests } from './open-sqlite.test-support.ts'
import { secretsContract } from './secrets.contract.ts'

secretsContract(sqliteForTests())
