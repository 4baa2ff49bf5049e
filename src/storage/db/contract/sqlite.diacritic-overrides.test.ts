import { diacriticOverridesContract } from './diacritic-overrides.contract.ts'
import { sqliteForTests } from './open-sqlite.test-support.ts'

diacriticOverridesContract(sqliteForTests())
