import fc from 'fast-check'
import { endWithFile } from '#testing/after-file.test-support.ts'
import { SEED } from '#testing/seed.test-support.ts'

fc.configureGlobal({ seed: SEED })
endWithFile()
