import {
  imageTypes,
  isTooSmall,
  memberFile,
  registrationImageMaxBytes,
  type MemberFileKind,
  type PictureSize,
} from '#shared/members/files.ts'
import { errorText, sentenceFor } from '#shared/text.ts'
import { ApiError } from '#web/api/client.ts'
import { type Crop, isHeic, shrinkPicture } from '#web/components/pictures.ts'

const notAPicture = (kind: MemberFileKind) =>
  kind === 'profilePicture' ? ('square-picture-invalid' as const) : ('picture-not-a-picture' as const)

const isAllowed = (type: string) => imageTypes.some((allowed) => allowed === type)

/** Why a chosen file is not sent, or null. A phone's HEIC photo passes here, for the browser may be able to turn it into a JPEG. */
export function whyNotFile(kind: MemberFileKind, file: File): string | null {
  if (!isAllowed(file.type) && !isHeic(file)) return errorText[notAPicture(kind)]
  return file.size > registrationImageMaxBytes ? errorText['image-too-large'] : null
}

export async function prepareFile(kind: MemberFileKind, file: File, crop?: Crop): Promise<File> {
  const { longestSide, square } = memberFile(kind)
  const ready = await shrinkPicture(file, { longestSide, square, crop, onSize: (size) => checkSize(kind, size) })
  if (isAllowed(ready.type)) return ready
  const code = isHeic(file) ? 'picture-heic' : notAPicture(kind)
  throw new ApiError({ code, message: errorText[code] })
}

function checkSize(kind: MemberFileKind, { width, height }: PictureSize): void {
  if (!isTooSmall(kind, { width, height })) return
  throw new ApiError({ code: 'picture-too-small', message: sentenceFor('picture-too-small', { width, height }) })
}
