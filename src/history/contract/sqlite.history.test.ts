import { sqliteForTests } from '#storage/db/contract/open-sqlite.test-support.ts'
import { historyContract } from './history.contract.ts'

historyContract(sqliteForTests())
