import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { parseRange } from '#server/storage/download.ts'

interface StoredObject {
  bytes: Buffer
  mime: string
  at: Date
}

export interface FakeS3 {
  endpoint: string
  objects: Map<string, StoredObject>
  /** Multipart uploads that are neither completed nor aborted. */
  pending: Map<string, { key: string; mime: string; at: Date; parts: Map<number, Buffer> }>
  /** Refuses every request of this method. */
  failOn: Set<string>
  /** Cannot list uploads in progress, like some S3 services. */
  withoutUploadList: boolean
  /** Answers every request with an internal error. */
  broken: boolean
  close(): Promise<void>
}

/** The part of S3 that the adapter uses, over real HTTP, in memory. Its pages hold 2, so lists have a second page. */
export async function fakeS3(bucket: string): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map()
  const pending: FakeS3['pending'] = new Map()
  const failOn: FakeS3['failOn'] = new Set()

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://s3')
    const query = url.searchParams
    const key = decodeURIComponent(url.pathname.slice(`/${bucket}/`.length))
    const uploadId = query.get('uploadId') ?? ''
    const body = await buffer(req)
    const mime = req.headers['content-type'] ?? ''
    if (fake.withoutUploadList && req.method === 'GET' && query.has('uploads'))
      return xml(res, '<Error><Code>NotImplemented</Code></Error>', 501)
    if (fake.broken) return xml(res, '<Error><Code>InternalError</Code></Error>', 500)
    if (failOn.has(req.method ?? '')) return xml(res, '<Error><Code>AccessDenied</Code></Error>', 403)
    switch (req.method) {
      case 'POST': {
        if (query.has('uploads')) {
          const id = crypto.randomUUID()
          pending.set(id, { key, mime, at: new Date(), parts: new Map() })
          return xml(res, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
        }
        const upload = pending.get(uploadId)
        if (!upload) return xml(res, '<Error><Code>NoSuchUpload</Code></Error>', 404)
        const parts = [...upload.parts].toSorted(([a], [b]) => a - b).map(([, part]) => part)
        objects.set(key, { bytes: Buffer.concat(parts), mime: upload.mime, at: new Date() })
        pending.delete(uploadId)
        return xml(res, '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>')
      }
      case 'PUT':
        if (req.headers['x-amz-copy-source']) return copy(res, String(req.headers['x-amz-copy-source']), key)
        if (uploadId) pending.get(uploadId)?.parts.set(Number(query.get('partNumber')), body)
        else objects.set(key, { bytes: body, mime, at: new Date() })
        return void res.writeHead(200, { ETag: '"e"' }).end()
      case 'DELETE':
        if (uploadId) pending.delete(uploadId)
        else objects.delete(key)
        return void res.writeHead(204).end()
      default:
        if (query.has('uploads')) return listPending(res)
        return query.has('list-type') ? list(res, query) : get(req, res, key)
    }
  }

  function copy(res: ServerResponse, source: string, key: string): void {
    const found = objects.get(decodeURIComponent(source).replace(/^\//, '').slice(`${bucket}/`.length))
    if (!found) return xml(res, '<Error><Code>NoSuchKey</Code></Error>', 404)
    objects.set(key, { ...found, at: new Date() })
    xml(res, `<CopyObjectResult>${stamp('LastModified', new Date())}<ETag>"e"</ETag></CopyObjectResult>`)
  }

  function get(req: IncomingMessage, res: ServerResponse, key: string): void {
    const found = objects.get(key)
    if (!found) return xml(res, '<Error><Code>NoSuchKey</Code></Error>', 404)
    const range = parseRange(req.headers.range, found.bytes.length)
    const part = range && range !== 'unsatisfiable' ? found.bytes.subarray(range.start, range.end + 1) : found.bytes
    const headers = {
      'Content-Length': part.length,
      'Content-Type': found.mime,
      'Last-Modified': found.at.toUTCString(),
    }
    if (part === found.bytes) res.writeHead(200, headers)
    else
      res.writeHead(206, { ...headers, 'Content-Range': `bytes ${req.headers.range?.slice(6)}/${found.bytes.length}` })
    res.end(req.method === 'HEAD' ? undefined : part)
  }

  function list(res: ServerResponse, query: URLSearchParams): void {
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted()
    const page = keys.slice(0, 2)
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key>${stamp('LastModified', objects.get(key)!.at)}<Size>${objects.get(key)!.bytes.length}</Size></Contents>`,
    )
    const more =
      keys.length > 2 ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page[1]}</NextContinuationToken>` : ''
    xml(res, `<ListBucketResult>${contents.join('')}${more}</ListBucketResult>`)
  }

  function listPending(res: ServerResponse): void {
    const uploads = [...pending].map(
      ([id, { key, at }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId>${stamp('Initiated', at)}</Upload>`,
    )
    xml(res, `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`)
  }

  const fake = { broken: false, withoutUploadList: false }
  const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(fake, {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    pending,
    failOn,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

const stamp = (name: string, at: Date) => `<${name}>${at.toISOString()}</${name}>`

function xml(res: ServerResponse, text: string, status = 200): void {
  res.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`)
}
