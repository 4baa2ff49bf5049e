import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('V8 knows the flag: a version that does not would print an error at every start', async () => {
  const path = join(import.meta.dirname, 'external-memory.ts')
  const program = `import { weighBuffersWithHeap } from ${JSON.stringify(path)}; weighBuffersWithHeap(); console.log('done')`
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '--eval', program],
  ])
  expect({ stdout, stderr }).toEqual({ stdout: 'done\n', stderr: '' })
})
