import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLIENTS, DESCRIPTION, POSTMAN } from './client-files.ts'
import { runProgram } from './run-program.ts'

// The collections for Postman and Bruno, which `npm run test:clients -- collections --update` writes anew.
test('the collections are made of the description', async () => {
  const made = await runProgram(process.execPath, ['collections.js', DESCRIPTION], { url: '' })
  const { postman, bruno } = JSON.parse(made)
  await expect(`${JSON.stringify(postman, null, 1)}\n`).toMatchFileSnapshot(POSTMAN)
  const file = join(CLIENTS, 'griot.bruno.json')
  await expect(`${JSON.stringify(bruno, null, 1)}\n`).toMatchFileSnapshot(file)
})
