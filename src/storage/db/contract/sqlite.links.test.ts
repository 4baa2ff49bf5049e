import { linksContract } from './links.contract.ts'
import { sqliteForTests } from './open-sqlite.test-support.ts'

linksContract(sqliteForTests())
