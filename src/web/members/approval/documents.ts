import type { MemberFileKind } from '#shared/members/files.ts'

/** In the order of their keys, 1 to 5. */
export const applicantDocuments = [
  { kind: 'commissionDocument', label: 'Commission', missing: '(Document Missing)' },
  { kind: 'paymentProof', label: 'Payment proof', missing: '(Payment Proof Missing)' },
  { kind: 'signature', label: 'Signature', missing: '(Signature Missing)' },
  { kind: 'profilePicture', label: '2x2', missing: '(2x2 Picture Missing)' },
  { kind: 'photoUpload', label: 'Photo', missing: '(Photo Missing)' },
] as const satisfies readonly { kind: MemberFileKind; label: string; missing: string }[]

export type ApplicantDocument = (typeof applicantDocuments)[number]
