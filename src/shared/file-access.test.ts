import { expect, test } from 'vitest'
import { isOthersDocument, mayOpenFile, type Bucket } from './file-access.ts'
import { roles, type Role } from './permissions.ts'

const who = (role: Role) => (role === 'visitor' ? null : { id: 'asker', role })

// Shows files-02, files-04, files-05
test.each<[Bucket, Role[]]>([
  ['media', ['visitor', 'member', 'viewer', 'observer', 'admin']],
  ['videos', ['visitor', 'member', 'viewer', 'observer', 'admin']],
  ['user_photos', ['viewer', 'admin']],
  ['candidate_documents', ['admin']],
  ['files', ['admin']],
  ['signatures', ['admin']],
])('somebody else’s file in %s is for %j', (bucket, allowed) => {
  expect(roles.filter((role) => mayOpenFile({ bucket, ownerId: 'another', claimed: true }, who(role)))).toEqual(allowed)
  expect(roles.filter((role) => mayOpenFile({ bucket, ownerId: null, claimed: true }, who(role)))).toEqual(allowed)
})

// Shows files-02
test('one’s own file is one’s own', () => {
  for (const bucket of ['files', 'signatures', 'user_photos', 'candidate_documents'] as const) {
    expect(mayOpenFile({ bucket, ownerId: 'asker', claimed: false }, who('member'))).toBe(true)
    expect(isOthersDocument({ bucket, ownerId: 'asker', claimed: false }, 'asker')).toBe(false)
    expect(isOthersDocument({ bucket, ownerId: 'another', claimed: true }, 'asker')).toBe(true)
  }
})

// Shows content-61, content-64
test.each<['Events' | 'Legalities' | null, Role[]]>([
  ['Events', ['visitor', 'member', 'viewer', 'observer', 'admin']],
  ['Legalities', ['member', 'viewer', 'admin']],
  [null, []],
])('a file of an announcement of %s is for %j, and nobody’s opening is written down', (section, allowed) => {
  const file = { bucket: 'announcements', ownerId: 'another', claimed: true, section } as const
  expect(roles.filter((role) => mayOpenFile(file, who(role)))).toEqual(allowed)
  expect(isOthersDocument(file, 'asker')).toBe(false)
})

// Shows videos-29
test('a video is public only once it is on a page', () => {
  expect(roles.filter((role) => mayOpenFile({ bucket: 'videos', ownerId: null, claimed: false }, who(role)))).toEqual([
    'viewer',
    'admin',
  ])
})
