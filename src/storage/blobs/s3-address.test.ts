import { expect, test } from 'vitest'
import { parseS3Address } from './s3-address.ts'

test('an address says where the files lie and who may use them', () => {
  const address =
    's3://griot%3Aowner:s%2Fcr%20t@my-bucket/ìpamọ́/one/?endpoint=https://s3.example:9000/&region=lagos-1&public=https://files.example'
  expect(parseS3Address(address, { AWS_REGION: 'other' })).toEqual({
    bucket: 'my-bucket',
    prefix: 'ìpamọ́/one/',
    endpoint: 'https://s3.example:9000',
    region: 'lagos-1',
    credentials: { accessKeyId: 'griot:owner', secretAccessKey: 's/cr t' },
    public: 'https://files.example',
  })
})

test('what an address leaves out comes from the environment', () => {
  const env = {
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'token',
    AWS_REGION: 'af-south-1',
    AWS_ENDPOINT_URL_S3: 'http://localhost:9000',
  }
  expect(parseS3Address('s3://bucket', env)).toEqual({
    bucket: 'bucket',
    prefix: '',
    endpoint: 'http://localhost:9000',
    region: 'af-south-1',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' },
    public: undefined,
  })
  expect(parseS3Address('s3://bucket?public=none', {})).toMatchObject({
    ...{ endpoint: undefined, region: 'us-east-1', credentials: undefined, public: 'none' },
  })
})

test.each([
  ['', 'is not of the form s3://bucket/prefix'],
  ['s3:///prefix', 'is not of the form s3://bucket/prefix'],
  ['https://bucket', 'is not of the form s3://bucket/prefix'],
  ['s3://hidden@bucket', 'only one of the access key and its secret'],
  ['s3://KEY:hidden@bucket?regoin=x', 'unknown setting "regoin". There are: endpoint, region'],
  ['s3://KEY:hidden@bucket?endpoint=minio:9000', 'endpoint that does not begin with https://'],
  ['s3://KEY:hidden@bucket?public=ftp://x', 'public that does not begin with https://'],
  ['s3://KEY:hidden@bucket:9000', 'The port belongs to the endpoint'],
  ['s3://KEY:hidden%@bucket', 'write it %25'],
  ['s3://KEY:hidden@bucket/a/../.b', 'a name in it begins with a dot'],
])('the address %j is refused, with what to do about it', (address, words) => {
  expect(() => parseS3Address(address, {})).toThrow(
    expect.objectContaining({
      code: 'settings/invalid',
      message: expect.stringContaining(words),
    }),
  )
  expect(() => parseS3Address(address, {})).toThrow(/^(?!.*hidden)/)
})
