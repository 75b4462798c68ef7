import { randomUUID } from 'node:crypto'
import type { Bucket } from '#shared/file-access.ts'

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
}

export const extensionOf = (mime: string): string => extensions[mime] ?? 'bin'

/** No part of a path is typed by a person, so it cannot be guessed, collide or name a person. */
export const newPath = (bucket: Bucket, mime: string): string => `${bucket}/${randomUUID()}.${extensionOf(mime)}`

const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A person's file name, safe to offer again at a download: one line, no folders, limited length. */
export function tidyName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  return [...last.replace(controls, '').trim().replace(/^\.+/, '')].slice(0, 150).join('')
}

/** RFC 6266: a plain name for old clients, the real one percent-encoded as in RFC 5987. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
