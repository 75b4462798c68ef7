import type { MemberFileKind } from '#shared/members/files.ts'
import { changeName, changeText } from '#shared/members/privacy/changes.ts'
import { profileText } from '#shared/members/profile/text.ts'
import { FileIcon, OutsideIcon } from '#web/components/icons.tsx'
import type { Member } from '#web/members/api.ts'
import { AskedChange } from '#web/members/profile/asked-change.tsx'
import { fileLabels } from '#web/members/profile/profile-values.ts'
import type { Changes } from '#web/members/profile/use-changes.tsx'

const documents = ['commissionDocument', 'paymentProof', 'signature'] as const

/** What was handed in, for the member it belongs to and for administrators. */
export function MemberDocuments({ member, changes }: { member: Member; changes: Changes | null }) {
  return (
    <section aria-labelledby="documents-title" className="card p-6 md:p-8">
      <h2 id="documents-title" className="text-2xl">
        Documents
      </h2>
      <ul className="mt-4 grid">
        {documents.map((kind) => (
          <li key={kind} className="border-t border-line">
            <Paper {...{ kind, changes }} id={member[kind]} />
          </li>
        ))}
        {(member.photoUpload || changes) && (
          <li className="border-t border-line">
            <Paper kind="photoUpload" changes={changes} id={member.photoUpload} />
          </li>
        )}
      </ul>
    </section>
  )
}

interface PaperProps {
  kind: MemberFileKind
  id: string | null
  /** For the member alone: what is missing can be sent, what is there replaced. */
  changes: Changes | null
}

function Paper({ kind, id, changes }: PaperProps) {
  const label = fileLabels[kind]
  if (!id)
    return changes ? (
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 py-1">
        <p className="min-w-0 break-words">{changeText.missing(changeName(kind))}</p>
        <AskedChange changes={changes} field={kind} label={changeText.sendIt} />
      </div>
    ) : (
      <p className="flex min-h-12 flex-wrap items-center gap-x-2 py-1">
        {label}
        {kind in profileText.missing && (
          <span className="font-semibold text-red">
            {profileText.missing[kind as keyof typeof profileText.missing]}
          </span>
        )}
      </p>
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <a
        href={`/api/files/${id}`}
        target="_blank"
        rel="noreferrer"
        className="beside flex min-h-12 items-center gap-2 sm:gap-3 py-1 font-semibold text-navy-2 hover:underline"
      >
        <FileIcon className="size-5 flex-none text-muted" />
        <span className="min-w-0 flex-1">
          {label}
          <span className="sr-only"> (opens in a new tab)</span>
        </span>
        <OutsideIcon className="size-5 flex-none text-muted" />
      </a>
      {changes && <AskedChange changes={changes} field={kind} />}
    </div>
  )
}
