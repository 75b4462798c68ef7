import { eq, or } from 'drizzle-orm'
import { readLogPage } from '#server/audit/queries.ts'
import { auditLog, ownerOf } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

/** What the log says about a member's record and files, newest first, a page at a time. */
export const readHistory = ({ db }: Pick<Deps, 'db'>, memberId: string, before: number | undefined) =>
  readLogPage(db, { before, among: or(eq(auditLog.subject, memberId), eq(ownerOf, memberId)) })
