import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Settings } from '#server/config.ts'
import { meter } from './meter.ts'
import { checkPath, isStoredPath, type Storage } from './storage.ts'

/** A file has ten thousand parts at most, of which two are in memory at a time. */
const usualPart = 5 * 1024 * 1024

export function s3Storage(settings: S3Settings, partSize = usualPart): Storage {
  const Bucket = settings.bucket
  let connected: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined
  const connect = () => (connected ??= connectTo(settings))

  return {
    async put(path, source, { mime, maxBytes, signal }) {
      const { client } = await connect()
      const { Upload } = await import('@aws-sdk/lib-storage')
      const measured = meter(maxBytes)
      const upload = new Upload({
        client,
        params: { Bucket, Key: checkPath(path), Body: measured.stream, ContentType: mime },
        partSize,
        queueSize: 2,
      })
      const [read, sent] = await Promise.allSettled([
        pipeline(source, measured.stream, { signal }),
        // Frees the sender of the bytes when S3 fails first. When the bytes fail first, the upload fails with their error.
        upload.done().finally(() => measured.stream.destroy()),
      ])
      if (sent.status === 'rejected') throw sent.reason
      if (read.status === 'fulfilled') return measured.result()
      await this.remove(path)
      throw read.reason
    },

    async open(path, range) {
      const { sdk, client } = await connect()
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await client
        .send(new sdk.GetObjectCommand({ Bucket, Key: checkPath(path), Range }))
        .catch(nullIfMissing)
      return found && { stream: found.Body as Readable, size: wholeSize(found) }
    },

    async stat(path) {
      const { sdk, client } = await connect()
      const found = await client.send(new sdk.HeadObjectCommand({ Bucket, Key: checkPath(path) })).catch(nullIfMissing)
      return found && { path, size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
    },

    async remove(path) {
      const { sdk, client } = await connect()
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: checkPath(path) }))
    },

    async *list(prefix = '') {
      const { sdk, client } = await connect()
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix }))
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          if (Key && LastModified) yield { path: Key, size: Size ?? 0, modifiedAt: LastModified }
    },

    async removeUnfinished(olderThanMs) {
      const { sdk, client } = await connect()
      const { Uploads } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket }))
      for (const { Key, UploadId, Initiated } of Uploads ?? [])
        if (Key && isStoredPath(Key) && Initiated && Date.now() - Initiated.getTime() > olderThanMs)
          await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    },
  }
}

/** The SDK weighs more than the rest of the server, so it is loaded by the sites that use it, when they first do. */
async function connectTo({ region, endpoint, accessKeyId, secretAccessKey }: S3Settings) {
  const sdk = await import('@aws-sdk/client-s3')
  // One socket per download under way: the SDK's 50 would let 50 people on slow links shut out everyone else.
  const agent = { keepAlive: true, maxSockets: 1000 }
  const client = new sdk.S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: {
      httpAgent: agent,
      httpsAgent: agent,
      connectionTimeout: 10_000,
      requestTimeout: 120_000,
      throwOnRequestTimeout: true,
    },
    // Several S3-likes refuse the SDK's default trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { sdk, client }
}

function wholeSize({ ContentRange, ContentLength }: GetObjectCommandOutput): number {
  return Number(ContentRange?.split('/')[1] ?? ContentLength)
}

function nullIfMissing(error: { name?: string; $metadata?: { httpStatusCode?: number } }): null {
  if (error.$metadata?.httpStatusCode === 404 && error.name !== 'NoSuchBucket') return null
  throw error
}
