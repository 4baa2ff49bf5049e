import { sqliteForTests } from './open-sqlite.test-support.ts'
import { translationMemoryContract } from './translation-memory.contract.ts'

translationMemoryContract(sqliteForTests())
