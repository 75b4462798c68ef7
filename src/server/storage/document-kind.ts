import { unzipSync } from 'fflate'
import { extensionOf, tidyName } from './file-names.ts'

export type DocumentKind = 'picture' | 'pdf' | 'doc' | 'docx'

/** As much of a file as is needed to guess what it is; some programs write a line before a PDF begins. */
export const headBytes = 1024

const jpeg = Buffer.from([0xff, 0xd8, 0xff])
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const zip = Buffer.from('PK\u0003\u0004', 'latin1')
const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const beginsWith = (head: Buffer, mark: Buffer) => head.subarray(0, mark.length).equals(mark)

/** What a file seems to be by how it begins; null for what is not taken at all. */
export function kindByHead(head: Buffer): DocumentKind | null {
  if (beginsWith(head, jpeg) || beginsWith(head, png)) return 'picture'
  if (beginsWith(head, zip)) return 'docx'
  if (beginsWith(head, compound)) return 'doc'
  return head.includes('%PDF-', 0, 'latin1') ? 'pdf' : null
}

const mimes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const

/** The type of a whole document, or null when it is another kind of file in the same wrapping. */
export function mimeOfDocument(kind: Exclude<DocumentKind, 'picture'>, bytes: Buffer): string | null {
  const is = {
    pdf: () => bytes.subarray(-2048).includes('%%EOF', 0, 'latin1'),
    doc: () => bytes.includes(Buffer.from('WordDocument', 'utf16le')),
    docx: () => isWordZip(bytes),
  }[kind]
  return is() ? mimes[kind] : null
}

const mostEntries = 2000

/** By the names in its table of contents; nothing is unpacked, so nothing can unfold. */
function isWordZip(bytes: Buffer): boolean {
  const names = new Set<string>()
  try {
    unzipSync(bytes, {
      filter({ name }) {
        // A table of contents may claim any number of entries, and would be read to its end.
        if (names.size === mostEntries || names.has(name))
          throw new Error('no document has a table of contents like this')
        names.add(name)
        return false
      },
    })
  } catch {
    return false
  }
  return names.has('[Content_Types].xml') && names.has('word/document.xml')
}

/** The sender's name for the file, with the ending of what it is. */
export function documentName(sent: string, mime: string): string {
  const ending = extensionOf(mime)
  const name = tidyName(sent)
  return name.toLowerCase().endsWith(`.${ending}`) ? name : `${name || 'document'}.${ending}`
}
