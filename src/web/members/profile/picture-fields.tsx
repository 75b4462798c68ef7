import type { ComponentProps } from 'react'
import {
  imageTypes,
  memberFile,
  memberFileKinds,
  memberFiles,
  registrationImageMaxBytes,
  smallFileMaxBytes,
  type MemberFileKind,
} from '#shared/members/files.ts'
import { profileText } from '#shared/members/profile/text.ts'
import { errorText } from '#shared/text.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { PictureField, type PictureState } from '#web/components/picture-field.tsx'
import { shrinkPicture } from '#web/components/pictures.ts'
import type { Upload } from '#web/components/upload.tsx'
import type { Member } from '#web/members/api.ts'
import { sendMemberFile } from '#web/members/profile/api.ts'
import { fileLabels } from '#web/members/profile/profile-values.ts'
import type { ProfileDraft } from '#web/members/profile/use-profile-draft.ts'
import { prepareFile, whyNotFile } from '#web/members/registration/file-checks.ts'

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
              {...byAdministrator(kind)}
              upload={sendMemberFile(kind)}
              onState={(state) => draft.onPicture(kind, state)}
            />
          </div>
        ))}
      </div>
    </section>
  )
}

type Checks = Pick<MemberPictureProps, 'largest' | 'camera' | 'whyNot' | 'prepare'>

/** Of whatever size in pixels: there may be nothing better than an old print. */
const byAdministrator = (kind: MemberFileKind): Checks => ({
  largest: kind === 'profilePicture' ? 5 : 20,
  camera: 'environment',
  whyNot: (file) => whyNotPicture(kind, file),
  prepare: (file, crop) => shrinkPicture(file, { ...memberFile(kind), crop }),
})

/** By the rules of the registration: large enough for a card, straight from a phone, and the face with its front camera. */
export const byMember = (kind: MemberFileKind): Checks => ({
  largest: 20,
  camera: kind === 'profilePicture' ? 'user' : 'environment',
  whyNot: (file) => whyNotFile(kind, file),
  prepare: (file, crop) => prepareFile(kind, file, crop),
})

interface MemberPictureProps extends Pick<ComponentProps<typeof PictureField>, 'camera' | 'whyNot' | 'prepare'> {
  kind: MemberFileKind
  /** The file on record. */
  present: string | null
  error: string | undefined
  /** Up to how large it may be, in MB. */
  largest: number
  upload: Upload<{ id: string }>
  onState: (state: PictureState<{ id: string }>) => void
}

/** One of a member's pictures, to send in place of the one on record. */
export function MemberPicture({ kind, present, largest, ...field }: MemberPictureProps) {
  return (
    <PictureField
      label={fileLabels[kind]}
      hint={<Present id={present} kind={kind} largest={largest} />}
      {...field}
      failure={{
        title: profileText.uploadFailed[kind],
        cutOff: 'The connection was lost. The upload will continue by itself when you are online again.',
      }}
      square={kind === 'profilePicture' ? { least: memberFiles[kind].shortestSide } : undefined}
    />
  )
}

/** What is on record now, and what may take its place. */
function Present({ id, kind, largest }: { id: string | null; kind: MemberFileKind; largest: number }) {
  const limit = `JPEG or PNG, at most ${largest} MB.`
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
