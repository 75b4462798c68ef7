import { AppError } from '#shared/errors.ts'
import { registrationImageMaxBytes, type MemberFileKind } from '#shared/members/files.ts'
import type { ApplicationKey } from '#shared/members/registration/mending.ts'
import { laneOf } from '#server/http/address.ts'
import type { Deps } from '#server/deps.ts'
import { ownPicture, receiveMemberPicture } from '#server/storage/pictures.ts'
import { openApplication } from './application.ts'
import { checkBytes, checkOpen, checkRoom, spendBytes, spendFile, spendMendFile } from './limits.ts'

interface Sent {
  stream: AsyncIterable<Uint8Array>
  announced: number
  signal: AbortSignal
  address: string
}

/** A picture of somebody who is not known yet. It is nobody's until a registration names it, and swept if none does. */
export async function receiveRegistrationFile(deps: Deps, kind: MemberFileKind, sent: Sent): Promise<{ id: string }> {
  await checkOpen(deps)
  return receive(deps, kind, sent, null)
}

/** For an application that was sent back, also after the closing date: it belongs to the applicant and goes with them. */
export async function receiveMendedFile(
  deps: Deps,
  kind: MemberFileKind,
  { key, ...sent }: Sent & { key: ApplicationKey },
): Promise<{ id: string }> {
  const { id, returned } = await openApplication(deps, key, sent.address)
  if (!returned?.items.includes(kind)) throw new AppError('application-not-returned')
  await spendMendFile(deps, id)
  return receive(deps, kind, sent, id)
}

async function receive(
  deps: Deps,
  kind: MemberFileKind,
  { stream, announced, signal, address }: Sent,
  ownerId: string | null,
): Promise<{ id: string }> {
  // Exactly 20 MB is taken: the association's limit is the largest file, not the first one too large.
  if (announced > registrationImageMaxBytes) throw new AppError('image-too-large')
  await spendFile(deps, address)
  await checkBytes(deps, address)
  await checkRoom(deps.db)
  const { id, size } = await receiveMemberPicture(deps, {
    ...ownPicture(kind),
    stream,
    signal,
    ownerId,
    lane: laneOf(address),
  })
  await spendBytes(deps, address, size)
  return { id }
}
