import { idempotencyContract } from './idempotency.contract.ts'
import { sqliteForTests } from './open-sqlite.test-support.ts'

idempotencyContract(sqliteForTests())
