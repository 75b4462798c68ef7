import { getTableColumns } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import { fieldNames, fileFields, memberFields } from '#shared/members/member-fields.ts'

/** What the site keeps about a member that is no field of theirs. */
const keptBeside = [
  'id fullName emailVerified photoUploadPath profilePicturePath commissionDocumentPath paymentProofPath',
  'signaturePath applicationReference returnedAt correctedAt returnItems returnMessage approved approvedAt isAdmin',
  'isObserver formerAdmin ownPassword ownPasswordAt loginHelpedAt twoFactorEnabled twoFactorName',
  'privacyNoticeVersion privacyNoticeAcceptedAt healthConsentAt cardToken unsubscribedAt emailRefusedAt withdrawnAt',
  'erasedAt duesPaidUntil version createdAt updatedAt',
].flatMap((names) => names.split(' '))

test('every field of a member has its column, and every other column is known not to be one', () => {
  const columns = Object.keys(getTableColumns(users))
  expect(columns.toSorted()).toEqual([...fieldNames, ...keptBeside].toSorted())
})

test('a column of a file is called as in the database', () => {
  expect(fileFields.map((field) => memberFields[field].column)).toEqual(fileFields.map((field) => users[field].name))
})
