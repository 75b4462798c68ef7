import type { ComponentProps, ReactNode } from 'react'
import { isTooSmall, memberFile, type MemberFileKind } from '#shared/members/files.ts'
import { fileTexts } from '#shared/members/registration/correctable.ts'
import { errorText, sentenceFor } from '#shared/text.ts'
import { isPictureType, pictureMaxBytes, smallFileMaxBytes, type PictureSize } from '#shared/uploads.ts'
import { ApiError } from '#web/api/client.ts'
import { PictureField } from '#web/components/picture-field.tsx'
import { isHeic, shrinkPicture, type Crop } from '#web/components/pictures.ts'
import type { Upload } from '#web/components/upload.tsx'

interface MemberPictureProps {
  kind: MemberFileKind
  /** The field of the form, if its name is not the kind of the picture. */
  name?: string
  label: string
  hint: ReactNode
  upload: (kind: MemberFileKind) => Upload<{ id: string }>
  /** Sent by an administrator, in any size: there may be nothing better than an old print. */
  byAdministrator?: boolean
  children?: ComponentProps<typeof PictureField>['children']
}

/**
 * One of the five pictures of a member, for use in a form. Those who send their own follow the rules of registration:
 * large enough for a card, straight from a phone, and the face with the front camera.
 */
export function MemberPictureField({ kind, name = kind, upload, byAdministrator, ...field }: MemberPictureProps) {
  const { square, shortestSide = 1 } = memberFile(kind)
  return (
    <PictureField
      {...field}
      name={name}
      camera={kind === 'profilePicture' && !byAdministrator ? 'user' : 'environment'}
      whyNot={(file) => (byAdministrator ? whyNotFromDesk(kind, file) : whyNot(kind, file))}
      prepare={(file, crop) =>
        byAdministrator ? shrinkPicture(file, { ...memberFile(kind), crop }) : prepare(kind, file, crop)
      }
      upload={upload(kind)}
      failure={{ title: fileTexts[kind].failed, cutOff: cutOffText }}
      square={square && { least: shortestSide }}
    />
  )
}

const cutOffText = 'The connection was lost. The upload will continue when you are online again.'

const pdfText = 'This is a PDF. Take a photo or a screenshot of the page, and send that.'

const notAPicture = (kind: MemberFileKind) =>
  kind === 'profilePicture' ? ('square-picture-invalid' as const) : ('picture-not-a-picture' as const)

/** Why a chosen file is not sent, or null. A phone's HEIC photo passes here, for the browser may be able to turn it into a JPEG. */
function whyNot(kind: MemberFileKind, file: File): string | null {
  if (file.type === 'application/pdf') return `${errorText[notAPicture(kind)]}. ${pdfText}`
  if (!isPictureType(file.type) && !isHeic(file)) return errorText[notAPicture(kind)]
  return file.size > pictureMaxBytes ? errorText['image-too-large'] : null
}

function whyNotFromDesk(kind: MemberFileKind, { type, size }: File): string | null {
  const small = kind === 'profilePicture'
  if (!isPictureType(type)) return errorText[small ? 'profile-picture-invalid' : 'picture-not-a-picture']
  if (small) return size > smallFileMaxBytes ? errorText['profile-picture-too-large'] : null
  return size > pictureMaxBytes ? errorText['image-too-large'] : null
}

async function prepare(kind: MemberFileKind, file: File, crop?: Crop): Promise<File> {
  const { longestSide, square } = memberFile(kind)
  const ready = await shrinkPicture(file, { longestSide, square, crop, onSize: (size) => checkSize(kind, size) })
  if (isPictureType(ready.type)) return ready
  const code = isHeic(file) ? 'picture-heic' : notAPicture(kind)
  throw new ApiError({ code, message: errorText[code] })
}

function checkSize(kind: MemberFileKind, { width, height }: PictureSize): void {
  if (!isTooSmall(kind, { width, height })) return
  throw new ApiError({ code: 'picture-too-small', message: sentenceFor('picture-too-small', { width, height }) })
}
