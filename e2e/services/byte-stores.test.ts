import { afterAll } from 'vitest'
import { describeByteStores } from '#app/byte-stores-contract.test-support.ts'
import { createS3Blobs } from '#storage/blobs/s3.ts'
import { startSwift } from '#testing/services/swift.test-support.ts'

const swift = await startSwift()
afterAll(swift.stop)

let count = 0

describeByteStores('the S3 interface of OpenStack Swift', async () => {
  const bucket = `griot-${++count}`
  await swift.setBucket(bucket)
  const address = `s3://${bucket}?endpoint=${swift.endpoint}&region=${swift.region}`
  const env = {
    AWS_ACCESS_KEY_ID: swift.owner.accessKeyId,
    AWS_SECRET_ACCESS_KEY: swift.owner.secretAccessKey,
  }
  const partBytes = 5 * 1024 * 1024
  const blobs = createS3Blobs(address, { env, partBytes })
  return { blobs, stored: () => swift.objectsIn(bucket) }
})
