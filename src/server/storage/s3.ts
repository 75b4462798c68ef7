import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '#server/config.ts'
import { networkErrors, StorageAway } from '#server/network-errors.ts'
import { checkPath, isStoredPath, meter, type Storage, type StoredFile } from './storage.ts'

/** S3 allows ten thousand parts per file, and two parts are in memory at a time. */
const usualPart = 5 * 1024 * 1024

/** The prefix of trashed files: no storage path begins with it. */
const trash = '.trash/'

export function s3Storage(settings: S3Settings, partSize = usualPart): Storage {
  const Bucket = settings.bucket
  let connected: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined
  const connect = () => (connected ??= connectTo(settings))

  /** S3 has no rename: this copies, then deletes. A kill in between leaves both; moving again is safe. */
  async function move(from: string, to: string): Promise<void> {
    const { sdk, client } = await connect()
    const copy = new sdk.CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` })
    const copied = await withStorageErrors(client.send(copy).catch(nullIfMissing))
    if (copied) await deleteObject(from)
  }

  async function deleteObject(Key: string): Promise<void> {
    const { sdk, client } = await connect()
    await withStorageErrors(client.send(new sdk.DeleteObjectCommand({ Bucket, Key })))
  }

  async function* listObjects(Prefix: string): AsyncGenerator<StoredFile> {
    const { sdk, client } = await connect()
    const pages = sdk.paginateListObjectsV2({ client }, { Bucket, Prefix })
    for (let page = await withStorageErrors(pages.next()); !page.done; page = await withStorageErrors(pages.next()))
      for (const { Key, Size, LastModified } of page.value.Contents ?? [])
        if (Key && LastModified) yield { path: Key, size: Size ?? 0, modifiedAt: LastModified.getTime() }
  }

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
        // Stops the sender if S3 fails first. If the bytes fail first, the upload fails with their error.
        upload.done().finally(() => measured.stream.destroy()),
      ])
      if (sent.status === 'rejected') {
        const ofTheBytes = read.status === 'rejected' && read.reason === sent.reason
        throw ofTheBytes ? sent.reason : asStorageAway(sent.reason)
      }
      if (read.status === 'fulfilled') return measured.result()
      await this.remove(path)
      throw read.reason
    },

    async open(path, range) {
      const { sdk, client } = await connect()
      const Range = range && `bytes=${range.start}-${range.end}`
      const get = new sdk.GetObjectCommand({ Bucket, Key: checkPath(path), Range })
      const found = await withStorageErrors(client.send(get).catch(nullIfMissing))
      return found && { stream: found.Body as Readable, size: wholeSize(found) }
    },

    async stat(path) {
      const { sdk, client } = await connect()
      const head = new sdk.HeadObjectCommand({ Bucket, Key: checkPath(path) })
      const found = await withStorageErrors(client.send(head).catch(nullIfMissing))
      return found && { path, size: found.ContentLength ?? 0, modifiedAt: found.LastModified?.getTime() ?? 0 }
    },

    async remove(path) {
      await deleteObject(checkPath(path))
      await deleteObject(trash + path)
    },

    async *list(prefix = '') {
      for await (const file of listObjects(prefix)) if (!file.path.startsWith(trash)) yield file
    },

    async trash(path) {
      await move(checkPath(path), trash + path)
    },

    async restore(path) {
      await move(trash + checkPath(path), path)
    },

    async *listTrash() {
      for await (const { path, ...file } of listObjects(trash)) yield { ...file, path: path.slice(trash.length) }
    },

    async removeUnfinished(olderThanMs, isOurs = () => true) {
      const { sdk, client } = await connect()
      const listed = client.send(new sdk.ListMultipartUploadsCommand({ Bucket })).catch((error: unknown) => {
        // A service that cannot list unfinished uploads removes them itself, or never has any.
        if (statusOf(error) === 501) return { Uploads: [] }
        throw error
      })
      const { Uploads } = await withStorageErrors(listed)
      for (const { Key, UploadId, Initiated } of Uploads ?? [])
        if (Key && isStoredPath(Key) && isOurs(Key) && Initiated && Date.now() - Initiated.getTime() > olderThanMs)
          await withStorageErrors(client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })))
    },

    async tryWriting(abortSignal) {
      const { sdk, client } = await connect()
      await client.send(new sdk.PutObjectCommand({ Bucket, Key: trialKey, Body: 'x' }), { abortSignal })
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: trialKey }), { abortSignal })
    },
  }
}

/** No upload can have this name, and no list of uploads contains it. */
const trialKey = '.trial/write'

function withStorageErrors<Result>(reply: Promise<Result>): Promise<Result> {
  return reply.catch((error: unknown) => {
    throw asStorageAway(error)
  })
}

/** Wraps the SDK's error in `StorageAway` if the storage did not reply, or replied that it is broken or overloaded. */
function asStorageAway(error: unknown): unknown {
  const { name, code } = error as { name?: string; code?: string }
  const status = statusOf(error)
  const failed = status >= 500 || status === 429
  return failed || name === 'TimeoutError' || networkErrors.has(code ?? '') ? new StorageAway(error) : error
}

const statusOf = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0

/** The SDK is larger than the rest of the server, so it is loaded only by sites that use it, on first use. */
async function connectTo({ region, endpoint, accessKeyId, secretAccessKey }: S3Settings) {
  const sdk = await import('@aws-sdk/client-s3')
  // Each download holds a socket: with the SDK's limit of 50, 50 slow connections would lock out everybody else.
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
    // Several S3-compatible services refuse the SDK's default trailing checksums.
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
