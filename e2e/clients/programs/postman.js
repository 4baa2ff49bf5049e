import { readFileSync } from 'node:fs'
import converter from 'openapi-to-postmanv2'

const data = readFileSync(process.argv[2], 'utf8')
converter.convertV2(
  { type: 'string', data },
  { folderStrategy: 'Tags', requestNameSource: 'Fallback' },
  (error, { result, reason, output }) => {
    if (error || !result) throw error ?? new Error(reason)
    console.log(JSON.stringify(output[0].data.item.map(({ name }) => name)))
  },
)
