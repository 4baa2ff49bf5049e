import { sqliteForTests } from './open-sqlite.test-support.ts'
import { provenanceContract } from './provenance.contract.ts'

provenanceContract(sqliteForTests())
