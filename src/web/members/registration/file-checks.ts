import { imageTypes, memberFiles, registrationImageMaxBytes, type MemberFileKind } from '#shared/members/files.ts'
import { errorText } from '#shared/text.ts'
import { ApiError } from '#web/api/client.ts'
import { isHeic, shrinkPicture } from '#web/components/shrink-picture.ts'

const notAPicture = (kind: MemberFileKind) =>
  kind === 'profilePicture' ? ('square-picture-invalid' as const) : ('picture-not-a-picture' as const)

const isAllowed = (type: string) => imageTypes.some((allowed) => allowed === type)

/** Why a chosen file is not sent, or null. A phone's HEIC photo passes here, for the browser may be able to turn it into a JPEG. */
export function whyNotFile(kind: MemberFileKind, file: File): string | null {
  if (!isAllowed(file.type) && !isHeic(file)) return errorText[notAPicture(kind)]
  return file.size > registrationImageMaxBytes ? errorText['image-too-large'] : null
}

export async function prepareFile(kind: MemberFileKind, file: File): Promise<File> {
  const ready = await shrinkPicture(file, memberFiles[kind].longestSide)
  if (isAllowed(ready.type)) return ready
  throw new ApiError({ code: notAPicture(kind), message: errorText[notAPicture(kind)] })
}
