import { and, desc, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/db/database.ts'
import { memberNotes, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { mustExist } from '#shared/errors.ts'
import { maxNoteLength, notesText } from '#shared/members/profile/text.ts'
import { freeText } from '#shared/short-text.ts'

/** A note about a member: plain text by an administrator, for administrators. */
export const noteSchema = z.object({ text: freeText(maxNoteLength, notesText.tooLong).min(1, notesText.empty) })

/** Newest first, with the author's present name. */
export async function readNotes({ db }: Pick<Deps, 'db'>, memberId: string) {
  return db
    .select({ id: memberNotes.id, text: memberNotes.text, writtenAt: memberNotes.writtenAt, by: users.fullName })
    .from(memberNotes)
    .leftJoin(users, eq(users.id, memberNotes.writtenBy))
    .where(eq(memberNotes.memberId, memberId))
    .orderBy(desc(memberNotes.writtenAt), memberNotes.id)
}

/** The log records that a note was written, but not its text. */
export async function addNote(deps: Pick<Deps, 'db' | 'clock'>, admin: Person, memberId: string, text: string) {
  return inTransaction(deps, async (tx) => {
    // Locked, so that nobody is deleted while something is written about them.
    const [row] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, memberId), isNull(users.erasedAt)))
      .for('key share')
    mustExist(row, 'user-not-found')
    const [note] = await tx
      .insert(memberNotes)
      .values({ memberId, writtenBy: admin.id, writtenAt: deps.clock.now(), text })
      .returning({ id: memberNotes.id })
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'member note added', subject: memberId })
    return note
  })
}

/** Deleting twice is the same as once. */
export async function deleteNote(deps: Pick<Deps, 'db' | 'clock'>, admin: Person, memberId: string, noteId: string) {
  await inTransaction(deps, async (tx) => {
    const gone = await tx.delete(memberNotes).where(and(eq(memberNotes.id, noteId), eq(memberNotes.memberId, memberId)))
    if (gone.rowCount === 0) return
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'member note deleted', subject: memberId })
  })
}
