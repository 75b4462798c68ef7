import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import {
  ballots,
  candidateProfiles,
  candidatesFiles,
  duesPayments,
  pendingProxies,
  privacyRequests,
  uploads,
  users,
} from '#server/db/schema.ts'
import { extensionOf } from '#server/storage/file-names.ts'
import type { Bucket } from '#shared/file-access.ts'
import type { HeldFileKind } from '#shared/members/privacy/privacy.ts'

/** A member's own files. Videos and pictures of public pages belong to the association, whoever sent them. */
const memberBuckets = [
  'files',
  'user_photos',
  'signatures',
  'candidate_documents',
  'dues_proofs',
] as const satisfies readonly Bucket[]

const kindOf = sql<Exclude<HeldFileKind, 'proxyForm'>>`case ${uploads.path}
  when ${users.profilePicturePath} then 'profilePicture'
  when ${users.photoUploadPath} then 'photoUpload'
  when ${users.commissionDocumentPath} then 'commissionDocument'
  when ${users.paymentProofPath} then 'paymentProof'
  when ${users.signaturePath} then 'signature'
  when ${candidatesFiles.filepath} then 'candidateDocument'
  when ${candidateProfiles.ownPhotoPath} then 'candidatePhoto'
  when ${privacyRequests.filePath} then 'requested'
  when ${duesPayments.proofPath} then 'duesProof'
  else 'other' end`

const slugs: Record<HeldFileKind, string> = {
  profilePicture: '2x2-profile-picture',
  photoUpload: 'photo',
  commissionDocument: 'commission-document',
  paymentProof: 'proof-of-payment',
  signature: 'signature',
  candidateDocument: 'candidate-document',
  candidatePhoto: 'candidate-photo',
  requested: 'sent-with-a-request',
  duesProof: 'proof-of-dues',
  proxyForm: 'proxy-form',
  other: 'another-file',
}

/** Signed forms for proxy votes for this person, whoever sent them. */
export async function proxyFormsOf(db: Queryable, memberId: string): Promise<string[]> {
  const cast = await db.select({ path: ballots.authorityPath }).from(ballots).where(eq(ballots.voterId, memberId))
  const waiting = await db
    .select({ path: pendingProxies.authorityPath })
    .from(pendingProxies)
    .where(eq(pendingProxies.voterId, memberId))
  return [...cast, ...waiting].flatMap(({ path }) => path ?? [])
}

/** The member's own files, each with a descriptive name. */
export async function heldFiles(db: Queryable, memberId: string) {
  const forms = await proxyFormsOf(db, memberId)
  const rows = await db
    .select({
      id: uploads.id,
      path: uploads.path,
      kind: kindOf,
      mime: uploads.mime,
      size: uploads.size,
      sha256: uploads.sha256,
      originalName: uploads.originalName,
      receivedAt: uploads.createdAt,
      centavos: duesPayments.centavos,
      paidOn: duesPayments.paidOn,
    })
    .from(uploads)
    .innerJoin(users, eq(users.id, memberId))
    .leftJoin(candidatesFiles, eq(candidatesFiles.filepath, uploads.path))
    .leftJoin(candidateProfiles, eq(candidateProfiles.ownPhotoPath, uploads.path))
    .leftJoin(duesPayments, eq(duesPayments.proofPath, uploads.path))
    .leftJoin(privacyRequests, eq(privacyRequests.filePath, uploads.path))
    .where(and(isHeldAbout(memberId, forms), eq(uploads.state, 'stored')))
    .orderBy(asc(uploads.createdAt), asc(uploads.id))
  const seen = new Map<HeldFileKind, number>()
  return rows.map(({ centavos, paidOn, ...row }) => {
    const kind: HeldFileKind = forms.includes(row.path) ? 'proxyForm' : row.kind
    const place = (seen.get(kind) ?? 0) + 1
    seen.set(kind, place)
    const name = `files/${slugs[kind]}${place === 1 ? '' : `-${place}`}.${extensionOf(row.mime)}`
    const paid = centavos === null || paidOn === null ? null : { centavos, on: paidOn }
    return { ...row, kind, name, paid }
  })
}

export const isHeldAbout = (memberId: string, paths: readonly string[]) =>
  sql`(${uploads.ownerId} = ${memberId} and ${inArray(uploads.bucket, [...memberBuckets])} or ${inArray(uploads.path, [...paths])})`

export type HeldFile = Awaited<ReturnType<typeof heldFiles>>[number]
