import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { objectOf, type S3Place } from './s3-place.ts'

/** What is recorded with an object. */
interface RecordedFacts {
  readonly sha256: string | undefined
  readonly type: string
}

/**
 * Has the server copy an object within the bucket and record these facts with the copy; a large one in parts. Throws what the SDK
 * throws.
 */
export async function copyObject(
  place: S3Place,
  job: { readonly from: string; readonly to: string; readonly sizeBytes: number },
  { sha256, type }: RecordedFacts,
): Promise<void> {
  const { client, sizes } = place
  const source = objectOf(place, job.from)
  const CopySource = [source.Bucket, ...source.Key.split('/')].map(encodeURIComponent).join('/')
  const target = {
    ...objectOf(place, job.to),
    ContentType: type,
    Metadata: sha256 === undefined ? {} : { sha256 },
  }
  if (job.sizeBytes <= sizes.copyBytes) {
    const request = { ...target, CopySource, MetadataDirective: 'REPLACE' } as const
    await client.send(new CopyObjectCommand(request))
    return
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  const upload = { ...objectOf(place, job.to), UploadId }
  try {
    const parts: CompletedPart[] = []
    for (let at = 0; at < job.sizeBytes; at += sizes.copyBytes) {
      const end = Math.min(at + sizes.copyBytes, job.sizeBytes)
      const PartNumber = parts.length + 1
      const range = { CopySource, CopySourceRange: `bytes=${at}-${end - 1}` }
      const copied = await client.send(
        new UploadPartCopyCommand({ ...upload, ...range, PartNumber }),
      )
      parts.push({ PartNumber, ETag: copied.CopyPartResult?.ETag })
    }
    const MultipartUpload = { Parts: parts }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }))
  } catch (error) {
    // What stays is discarded with what killed processes have left.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
    throw error
  }
}
