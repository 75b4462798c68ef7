import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { memberFiles, memberFileKinds, type MemberFileKind } from '#shared/members/files.ts'
import { uploads, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { receiveUpload } from '#server/storage/uploads.ts'
import { aMember, type Someone } from './factories.ts'

/** A member of whom everything is known: every column filled, each with words that occur nowhere else. */

const pathColumn = {
  profilePicture: 'profilePicturePath',
  photoUpload: 'photoUploadPath',
  commissionDocument: 'commissionDocumentPath',
  paymentProof: 'paymentProofPath',
  signature: 'signaturePath',
} as const satisfies Record<MemberFileKind, keyof typeof users.$inferInsert>

interface WholeMember extends Someone {
  /** Every value by which the person could be recognised. */
  personal: string[]
  files: Record<MemberFileKind, { id: string; path: string; bytes: Buffer }>
}

export async function aWholeMember(deps: Deps, mark = randomUUID().slice(0, 8)): Promise<WholeMember> {
  const upper = mark.toUpperCase()
  const values = {
    firstName: `ZORAIDA${upper}`,
    middleName: `YLAGAN${upper}`,
    lastName: `XAVIER${upper}`,
    suffix: `JR${upper}`,
    email: `zoraida.${mark}@example.org`,
    militarySerial: `Q-${upper}`,
    unitAssignment: `UNIT ${upper}`,
    unitAddress: `Unit street ${mark}`,
    rank: `RANK${upper}`,
    birthday: '1957-02-17',
    height: `171 cm ${mark}`,
    weight: `81 kg ${mark}`,
    bloodType: `AB-${mark}`,
    philhealthNumber: `PH-${mark}`,
    personnelAddress: `Home street ${mark}`,
    cellphoneNumber: '09998887766',
    contactPersonFirstName: `WENDELL${upper}`,
    contactPersonMiddleName: `VIRAY${upper}`,
    contactPersonLastName: `UMALI${upper}`,
    contactPersonNumber: '09995554433',
    contactPersonEmail: `wendell.${mark}@example.org`,
    contactPersonRelationship: `Cousin ${mark}`,
    paymentReference: `REF${upper}`,
    twoFactorName: `Phone of ${mark}`,
  }
  const member = await aMember(deps, {
    ...values,
    privacyNoticeVersion: '2026-11',
    privacyNoticeAcceptedAt: new Date('2026-01-02T03:04:05Z'),
    healthConsentAt: new Date('2026-01-03T03:04:05Z'),
  })
  const files = {} as WholeMember['files']
  for (const kind of memberFileKinds) files[kind] = await giveFile(deps, member.id, kind, mark)
  return { ...member, personal: [...Object.values(values), `name-${mark}`], files }
}

async function giveFile(deps: Deps, ownerId: string, kind: MemberFileKind, mark: string) {
  const bytes = Buffer.from(`${kind} of ${mark} `.repeat(2000))
  const { id, path } = await receiveUpload(deps, {
    bucket: memberFiles[kind].bucket,
    ownerId,
    originalName: `name-${mark}.png`,
    mime: 'image/png',
    maxBytes: bytes.length,
    stream: Readable.from([bytes]),
  })
  await deps.db.update(uploads).set({ claimedAt: new Date() }).where(eq(uploads.id, id))
  await deps.db
    .update(users)
    .set({ [pathColumn[kind]]: path })
    .where(eq(users.id, ownerId))
  return { id, path, bytes }
}
