import { expect, test } from 'vitest'
import { contentDisposition, newPath, tidyName } from './file-names.ts'
import { isStoredPath } from './storage.ts'

// Shows files-06
test('a path holds nothing but the bucket, chance and the kind of file', () => {
  expect(newPath('candidate_documents', 'application/pdf')).toMatch(/^candidate_documents\/[0-9a-f-]{36}\.pdf$/)
  expect(newPath('files', 'text/html')).toMatch(/\.bin$/)
  expect(isStoredPath(newPath('user_photos', 'image/jpeg'))).toBe(true)
})

test.each([
  ['C:\\Users\\ana\\Peña.pdf', 'Peña.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
  ['cod\u202Efdp.exe', 'codfdp.exe'],
  ['...hidden', 'hidden'],
  ['x'.repeat(500), 'x'.repeat(150)],
  ['\ud800.pdf', '\ufffd.pdf'],
  ['', ''],
])('the file name %j becomes %j', (given, kept) => {
  expect(tidyName(given)).toBe(kept)
})

test('a file name travels whole, with a plain one for old clients', () => {
  expect(contentDisposition('attachment', 'Niña’s "list" 100%.pdf')).toBe(
    `attachment; filename="Ninas _list_ 100_.pdf"; filename*=UTF-8''Ni%C3%B1a%E2%80%99s%20%22list%22%20100%25.pdf`,
  )
})
