// Makes the collections of Postman and Bruno of the description of the API: node collections.js OPENAPI_JSON, which prints both as JSON.
import { readFileSync } from 'node:fs'
import './same-chance.js'
import { postmanToBruno } from '@usebruno/converters'
import converter from 'openapi-to-postmanv2'

const ADDRESS = 'http://127.0.0.1:7070'
const postman = cleaned(await toPostman(readFileSync(process.argv[2], 'utf8')))
const bruno = toBruno(await postmanToBruno(structuredClone(postman)))
console.log(JSON.stringify({ postman, bruno }))

function toPostman(data) {
  const { promise, resolve, reject } = Promise.withResolvers()
  const options = {
    folderStrategy: 'Tags',
    requestNameSource: 'Fallback',
    parametersResolution: 'Example',
    enableOptionalParameters: false,
  }
  converter.convertV2({ type: 'string', data }, options, (error, { result, reason, output }) =>
    error || !result ? reject(error ?? new Error(reason)) : resolve(output[0].data),
  )
  return promise
}

/** Without what the converter makes up anew each time, with our address, and with one token for all requests. */
function cleaned({ item, info, ...collection }) {
  const { _postman_id, ...about } = info
  return {
    ...collection,
    info: about,
    variable: [
      { key: 'baseUrl', value: ADDRESS },
      { key: 'token', value: '' },
    ],
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    item: item.map((folder) => ({ ...folder, item: folder.item.map(request) })),
  }
}

function request({ name, request: { auth, header, ...asked } }) {
  const named = header.map((field) =>
    field.key === 'Idempotency-Key' ? { ...field, value: '{{$guid}}' } : field,
  )
  return { name, request: { ...asked, header: named } }
}

/** Without made-up ids and the converter's report, and without the scheme that it writes before our address, which has one. */
function toBruno({ packageReport, ...collection }) {
  return JSON.parse(
    JSON.stringify(collection, (key, held) => {
      if (key === 'uid') return undefined
      return key === 'url' ? held.replace('http://{{baseUrl}}', '{{baseUrl}}') : held
    }),
  )
}
