import { describe } from 'vitest'
import { diacriticOverridesContract } from '#storage/db/contract/diacritic-overrides.contract.ts'
import { keysContract } from '#storage/db/contract/keys.contract.ts'
import { embeddedForTests } from './pglite.test-support.ts'

// All other contracts, on a real server: e2e/services/postgres-contract.test.ts. These have lists, bytes, conflicts,
// numbers that the server gives and transactions.
const open = embeddedForTests()

describe('diacritic overrides', () => diacriticOverridesContract(open))
describe('keys', () => keysContract(open))
