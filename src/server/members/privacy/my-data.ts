import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import { users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { heldFiles } from './held-files.ts'
import { openingsOf } from './member-log.ts'

/** As many as the page shows; the download has them all. */
const openingsShown = 50

/** What the page "My data" says before anything is downloaded. */
export async function overviewOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, memberId: string) {
  const [consent] = await db
    .select({
      version: users.privacyNoticeVersion,
      acceptedAt: users.privacyNoticeAcceptedAt,
      bloodTypeSince: users.healthConsentAt,
    })
    .from(users)
    .where(eq(users.id, memberId))
  if (!consent) throw new AppError('user-not-found')
  const files = await heldFiles(db, memberId)
  return {
    consent,
    files: files.map(({ id, kind, size, receivedAt }) => ({
      id,
      kind,
      size,
      receivedAt: clock.shownFor(receivedAt),
    })),
    openings: await openingsOf(db, memberId, files, openingsShown),
  }
}
