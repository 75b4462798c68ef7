import { expect, test } from 'vitest'
import { isOthersDocument, mayOpenFile, type Bucket } from './file-access.ts'
import { jobs, roles, type Job, type Role } from './permissions.ts'

const who = (role: Role) => (role === 'visitor' ? null : { id: 'asker', role })

/** Tests every role, and for administrators each single job. */
const openers = (file: Parameters<typeof mayOpenFile>[0]): (Role | Job)[] => [
  ...roles.filter((role) => role !== 'admin' && mayOpenFile(file, who(role))),
  ...jobs.filter((job) => mayOpenFile(file, { id: 'asker', role: 'admin', jobs: [job] })),
]
const everybody = [...roles.filter((role) => role !== 'admin'), ...jobs]

// Shows files-02, files-04, files-05
test.each<[Bucket, (Role | Job)[]]>([
  ['media', everybody],
  ['videos', everybody],
  ['user_photos', ['viewer', 'membership']],
  ['candidate_documents', ['elections']],
  ['files', ['membership']],
  ['signatures', ['membership']],
  ['mailings', ['membership']],
])('somebody else’s file in %s is for %j', (bucket, allowed) => {
  expect(openers({ bucket, ownerId: 'another', claimed: true })).toEqual(allowed)
  expect(openers({ bucket, ownerId: null, claimed: true })).toEqual(allowed)
})

// Shows files-02
test('one’s own file is one’s own', () => {
  for (const bucket of ['files', 'signatures', 'user_photos', 'candidate_documents'] as const) {
    expect(mayOpenFile({ bucket, ownerId: 'asker', claimed: false }, who('member'))).toBe(true)
    expect(isOthersDocument({ bucket, ownerId: 'asker', claimed: false }, 'asker')).toBe(false)
    expect(isOthersDocument({ bucket, ownerId: 'another', claimed: true }, 'asker')).toBe(true)
  }
})

test.each<['Events' | 'Legalities' | null, Role[]]>([
  ['Events', ['visitor', 'member', 'viewer', 'observer', 'admin']],
  ['Legalities', ['member', 'viewer', 'admin']],
  [null, []],
])('a file of an announcement of %s is for %j, and nobody’s opening is written down', (section, allowed) => {
  const file = { bucket: 'announcements', ownerId: 'another', claimed: true, section } as const
  expect(roles.filter((role) => mayOpenFile(file, who(role)))).toEqual(allowed)
  expect(isOthersDocument(file, 'asker')).toBe(false)
})

test('a file of what is not published yet is for those who edit it', () => {
  const file = { bucket: 'announcements', ownerId: 'another', claimed: true, section: 'Events', hidden: true } as const
  expect(openers(file)).toEqual(['content'])
})

test('a video is public only once it is on a page', () => {
  expect(openers({ bucket: 'videos', ownerId: null, claimed: false })).toEqual(['content'])
})
