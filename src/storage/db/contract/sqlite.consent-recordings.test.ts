import { consentRecordingsContract } from './consent-recordings.contract.ts'
import { sqliteForTests } from './open-sqlite.test-support.ts'

consentRecordingsContract(sqliteForTests())
