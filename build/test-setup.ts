import { endWithFile } from '#testing/after-file.test-support.ts'

endWithFile()
