import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Queryable } from '#server/db/database.ts'
import { uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { newPath } from '#server/storage/file-names.ts'
import { memberFiles, type MemberFileKind } from '#shared/members/files.ts'
import { certificate, portrait, receipt, signature } from './demo-pictures.ts'

/** Whose documents are stored, and what is written on them. */
export interface Papers {
  ownerId: string
  n: number
  name: string
  rank: string
  serial: string
  reference: string
}

interface DemoFile {
  ownerId: string
  kind: MemberFileKind
  bytes: Buffer
  path: string
}

const file = (ownerId: string, kind: MemberFileKind, bytes: Buffer): DemoFile => ({
  ownerId,
  kind,
  bytes,
  path: newPath(memberFiles[kind].bucket, 'image/jpeg'),
})

/** A member has a 2x2 picture and a signature. Few are drawn, for many are shown. */
export async function memberDocuments(members: readonly Papers[]): Promise<DemoFile[]> {
  const faces = await Promise.all(Array.from({ length: 5 }, (_, n) => portrait(n, 320)))
  const signatures = await Promise.all(Array.from({ length: 4 }, (_, n) => signature(n)))
  return members.flatMap(({ ownerId, n }) => [
    file(ownerId, 'profilePicture', faces[n % faces.length] as Buffer),
    file(ownerId, 'signature', signatures[n % signatures.length] as Buffer),
  ])
}

/** What some applicants have sent wrongly, by their place among the applicants. */
const samePaymentPictureAs: Record<number, number> = { 4: 1 }
const withoutSignature = new Set([6])
const withoutCommission = new Set([9])

/** An applicant has sent all five, but for those who give an administrator something to look at twice. */
export async function applicantDocuments(applicants: readonly Papers[]): Promise<DemoFile[]> {
  const faces = await Promise.all(Array.from({ length: 5 }, (_, n) => portrait(n, 800)))
  const receipts = await Promise.all(applicants.map(({ reference, name }) => receipt(reference, name)))
  const documents = await Promise.all(
    applicants.map(async ({ ownerId, n, name, rank, serial }, place) => [
      file(ownerId, 'profilePicture', await portrait(n, 400)),
      file(ownerId, 'photoUpload', faces[n % faces.length] as Buffer),
      file(ownerId, 'paymentProof', receipts[samePaymentPictureAs[place] ?? place] as Buffer),
      ...(withoutSignature.has(place) ? [] : [file(ownerId, 'signature', await signature(n))]),
      ...(withoutCommission.has(place)
        ? []
        : [file(ownerId, 'commissionDocument', await certificate(name, rank, serial))]),
    ]),
  )
  return documents.flat()
}

const atOnce = 16

/** The bytes first: a row without its file would be shown as a broken picture. */
export async function storeFiles({ storage }: Pick<Deps, 'storage'>, files: readonly DemoFile[]): Promise<void> {
  const left = [...files]
  const storeNext = async () => {
    for (let next = left.pop(); next; next = left.pop())
      await storage.put(next.path, Readable.from([next.bytes]), {
        mime: 'image/jpeg',
        maxBytes: next.bytes.length,
      })
  }
  await Promise.all(Array.from({ length: atOnce }, storeNext))
}

export async function insertUploads(tx: Queryable, files: readonly DemoFile[]): Promise<void> {
  const prints = new Map<Buffer, string>()
  const printOf = (bytes: Buffer) => {
    const known = prints.get(bytes) ?? createHash('sha256').update(bytes).digest('hex')
    prints.set(bytes, known)
    return known
  }
  await tx.insert(uploads).values(
    files.map(({ ownerId, kind, bytes, path }) => ({
      path,
      bucket: memberFiles[kind].bucket,
      ownerId,
      state: 'stored' as const,
      originalName: 'picture.jpg',
      mime: 'image/jpeg',
      size: bytes.length,
      sha256: printOf(bytes),
      claimedAt: Date.now(),
    })),
  )
}

const columns = {
  profilePicture: 'profilePicturePath',
  photoUpload: 'photoUploadPath',
  commissionDocument: 'commissionDocumentPath',
  paymentProof: 'paymentProofPath',
  signature: 'signaturePath',
} as const satisfies Record<MemberFileKind, string>

type PaperPaths = Partial<Record<(typeof columns)[MemberFileKind], string>>

/** Where each person's documents are, as their record names them. */
export function pathsByOwner(files: readonly DemoFile[]): Map<string, PaperPaths> {
  const paths = new Map<string, PaperPaths>()
  for (const { ownerId, kind, path } of files) paths.set(ownerId, { ...paths.get(ownerId), [columns[kind]]: path })
  return paths
}
