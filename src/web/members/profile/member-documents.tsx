import { profileText } from '#shared/members/profile/profile-text.ts'
import type { Member } from '#web/api/members/profile.ts'
import { FileIcon, OutsideIcon } from '#web/components/icons.tsx'
import { fileLabels } from '#web/members/profile/profile-values.ts'

const documents = ['commissionDocument', 'paymentProof', 'signature'] as const

/** What was handed in, for the member it belongs to and for administrators. */
export function MemberDocuments({ member }: { member: Member }) {
  return (
    <section aria-labelledby="documents-title" className="card p-6 md:p-8">
      <h2 id="documents-title" className="text-2xl">
        Documents
      </h2>
      <ul className="mt-4 grid">
        {documents.map((kind) => (
          <li key={kind} className="border-t border-line">
            <Paper label={fileLabels[kind]} id={member[kind]} missing={profileText.missing[kind]} />
          </li>
        ))}
        {member.photoUpload && (
          <li className="border-t border-line">
            <Paper label={fileLabels.photoUpload} id={member.photoUpload} missing="" />
          </li>
        )}
      </ul>
    </section>
  )
}

function Paper({ label, id, missing }: { label: string; id: string | null; missing: string }) {
  if (!id)
    return (
      <p className="flex min-h-12 flex-wrap items-center gap-x-2 py-1">
        {label} <span className="font-semibold text-red">{missing}</span>
      </p>
    )
  return (
    <a
      href={`/api/files/${id}`}
      target="_blank"
      rel="noreferrer"
      className="flex min-h-12 items-center gap-3 py-1 font-semibold text-navy-2 hover:underline"
    >
      <FileIcon className="size-5 flex-none text-muted" />
      <span className="flex-1">
        {label}
        <span className="sr-only"> (opens in a new tab)</span>
      </span>
      <OutsideIcon className="size-5 flex-none text-muted" />
    </a>
  )
}
