import { expect, test } from 'vitest'
import { isOthersDocument, mayOpenFile, type Bucket } from './files.ts'
import { roles, type Role } from './permissions.ts'

const who = (role: Role) => (role === 'visitor' ? null : { id: 'asker', role })

test.each<[Bucket, Role[]]>([
  ['media', ['visitor', 'member', 'viewer', 'admin']],
  ['videos', ['visitor', 'member', 'viewer', 'admin']],
  ['user_photos', ['viewer', 'admin']],
  ['candidate_documents', ['viewer', 'admin']],
  ['files', ['admin']],
  ['signatures', ['admin']],
])('somebody else’s file in %s is for %j', (bucket, allowed) => {
  expect(roles.filter((role) => mayOpenFile({ bucket, ownerId: 'another' }, who(role)))).toEqual(allowed)
  expect(roles.filter((role) => mayOpenFile({ bucket, ownerId: null }, who(role)))).toEqual(allowed)
})

test('one’s own file is one’s own', () => {
  for (const bucket of ['files', 'signatures', 'user_photos', 'candidate_documents'] as const) {
    expect(mayOpenFile({ bucket, ownerId: 'asker' }, who('member'))).toBe(true)
    expect(isOthersDocument({ bucket, ownerId: 'asker' }, 'asker')).toBe(false)
    expect(isOthersDocument({ bucket, ownerId: 'another' }, 'asker')).toBe(true)
  }
})
