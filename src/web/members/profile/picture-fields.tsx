import {
  imageTypes,
  memberFileKinds,
  memberFile,
  memberFiles,
  registrationImageMaxBytes,
  smallFileMaxBytes,
  type MemberFileKind,
} from '#shared/members/files.ts'
import { profileText } from '#shared/members/profile/profile-text.ts'
import { errorText } from '#shared/text.ts'
import { sendMemberFile, type Member } from '#web/api/members/profile.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { PictureField, type PictureState } from '#web/components/picture-field.tsx'
import { shrinkPicture } from '#web/components/shrink-picture.ts'
import type { Upload } from '#web/components/use-upload.ts'
import { fileLabels } from '#web/members/profile/profile-values.ts'
import type { ProfileDraft } from '#web/members/profile/use-profile-draft.ts'

/** New pictures, each in place of the one on record; those not touched stay as they are. */
export function PictureFields({
  member,
  draft,
}: {
  member: Member
  draft: Pick<ProfileDraft, 'problems' | 'onPicture'>
}) {
  return (
    <section aria-labelledby="pictures-title" className="card p-5 md:p-8">
      <h2 id="pictures-title" className="text-2xl">
        Pictures and documents
      </h2>
      <p className="mt-2 text-muted">Choose a file only for what you want to replace.</p>
      <div className="mt-5 grid gap-6">
        {memberFileKinds.map((kind) => (
          <div key={kind} data-field={`files.${kind}`} className="grid gap-3">
            <MemberPicture
              kind={kind}
              present={member[kind]}
              error={draft.problems[`files.${kind}`]}
              upload={sendMemberFile(kind)}
              onState={(state) => draft.onPicture(kind, state)}
            />
          </div>
        ))}
      </div>
    </section>
  )
}

interface MemberPictureProps {
  kind: MemberFileKind
  /** The file on record. */
  present: string | null
  error: string | undefined
  upload: Upload<{ id: string }>
  onState: (state: PictureState<{ id: string }>) => void
}

/** One of a member's pictures, to send in place of the one on record. */
export function MemberPicture({ kind, present, error, upload, onState }: MemberPictureProps) {
  return (
    <PictureField
      label={fileLabels[kind]}
      hint={<Present id={present} kind={kind} />}
      camera="environment"
      error={error}
      whyNot={(file) => whyNotPicture(kind, file)}
      prepare={(file, crop) => shrinkPicture(file, { ...memberFile(kind), crop })}
      upload={upload}
      failure={{
        title: profileText.uploadFailed[kind],
        cutOff: 'The connection was lost. The upload will continue by itself when you are online again.',
      }}
      onState={onState}
      square={kind === 'profilePicture' ? { least: memberFiles[kind].shortestSide } : undefined}
    />
  )
}

/** What is on record now, and what may take its place. */
function Present({ id, kind }: { id: string | null; kind: MemberFileKind }) {
  const limit = `JPEG or PNG, at most ${kind === 'profilePicture' ? 5 : 20} MB.`
  if (!id) return <>None on record. {limit}</>
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {kind === 'profilePicture' && <Avatar name="" photo={`/api/files/${id}`} className="size-12" />}
      <a
        href={`/api/files/${id}`}
        target="_blank"
        rel="noreferrer"
        className="text-link inline-flex min-h-11 items-center"
      >
        Open the current one
        <span className="sr-only"> ({fileLabels[kind]}, in a new tab)</span>
      </a>
      {limit}
    </span>
  )
}

function whyNotPicture(kind: MemberFileKind, { type, size }: File): string | null {
  const small = kind === 'profilePicture'
  const isImage = (imageTypes as readonly string[]).includes(type)
  if (!isImage) return errorText[small ? 'profile-picture-invalid' : 'picture-not-a-picture']
  if (small) return size > smallFileMaxBytes ? errorText['profile-picture-too-large'] : null
  return size > registrationImageMaxBytes ? errorText['image-too-large'] : null
}
