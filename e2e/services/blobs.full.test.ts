import { afterAll } from 'vitest'
import { describeBlobs } from '#storage/blobs/blobs-contract.test-support.ts'
import { createS3Blobs } from '#storage/blobs/s3.ts'
import { startSwift } from '#testing/services/swift.test-support.ts'

const swift = await startSwift()
afterAll(swift.stop)

/** The smallest that S3 takes. */
const PART_BYTES = 5 * 1024 * 1024
let count = 0

describeBlobs(
  'the S3 interface of OpenStack Swift',
  async () => {
    const bucket = `griot-${++count}`
    await swift.setBucket(bucket)
    const address = `s3://${bucket}/ìpamọ́?endpoint=${swift.endpoint}&region=${swift.region}`
    const env = {
      AWS_ACCESS_KEY_ID: swift.owner.accessKeyId,
      AWS_SECRET_ACCESS_KEY: swift.owner.secretAccessKey,
    }
    const sizes = { partBytes: PART_BYTES, copyBytes: PART_BYTES }
    return {
      ...{ blobs: createS3Blobs(address, { env, ...sizes }), address, env },
      async stored() {
        const objects = await swift.objectsIn(bucket)
        return objects.map((name) => name.replace(/^ìpamọ́\//, ''))
      },
      parts: () => swift.objectsIn(`${bucket}+segments`),
    }
  },
  { hasLinks: true },
)
