// Writes the types of every operation from the description of the API.
import { readFile, writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'

const description = new URL('../openapi.json', import.meta.url)
const types = await openapiTS(JSON.parse(await readFile(description, 'utf8')), {
  alphabetize: true,
  defaultNonNullable: false,
})
await writeFile(new URL('./src/api.ts', import.meta.url), astToString(types))
