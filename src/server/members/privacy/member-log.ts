import { and, asc, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { administrators, auditLog, ownerOf } from '#server/db/schema.ts'
import type { AuditAction, AuditDetail } from '#shared/audit/actions.ts'
import { uuid } from '#shared/uuid.ts'
import type { HeldFile } from './held-files.ts'

/** Who did something, as the person concerned sees it: never by name. */
type ActorRole = 'yourself' | 'an administrator' | 'an authorised person' | 'the site itself'

interface Entry {
  actor: string
  action: AuditAction
  at: string
  subject?: string
  detail?: AuditDetail
}

/** Entries about deleted files name the owner. Older entries do not, and are found only by the file. */
const isAbout = (memberId: string, files: readonly HeldFile[]) =>
  or(inArray(auditLog.subject, [memberId, ...files.map(({ id }) => id)]), eq(ownerOf, memberId))

const anyId = new RegExp(uuid, 'gi')

/** The log entries about a person and their files, oldest first, without anybody else in them. */
export async function logAbout(db: Queryable, memberId: string, files: readonly HeldFile[]) {
  const rows = await db
    .select({ seq: auditLog.seq, entry: auditLog.entry })
    .from(auditLog)
    .where(isAbout(memberId, files))
    .orderBy(asc(auditLog.seq))
  const entries = rows.map(({ seq, entry }) => ({ seq, ...(JSON.parse(entry) as Entry) }))
  const roleOf = await rolesOf(db, memberId, entries)
  const names = new Map(files.map(({ id, name }) => [id, name]))
  return entries.map(({ seq, at, action, actor, subject, detail }) => ({
    entry: seq,
    at,
    what: action,
    by: roleOf(actor),
    ...(names.has(subject ?? '') && { file: names.get(subject ?? '') }),
    ...(detail && {
      detail: JSON.parse(
        JSON.stringify(detail).replaceAll(anyId, (id) => (id === memberId ? id : 'somebody else')),
      ) as AuditDetail,
    }),
  }))
}

/** Who opened a person's documents, newest first, except themselves. */
export async function openingsOf(db: Queryable, memberId: string, files: readonly HeldFile[], limit: number) {
  const isOpening = and(
    isAbout(memberId, files),
    inArray(auditLog.action, ['document opened', 'data downloaded'] satisfies AuditAction[]),
    ne(auditLog.actor, memberId),
  )
  const rows = await db
    .select({ seq: auditLog.seq, entry: auditLog.entry, all: sql<number>`count(*) over ()` })
    .from(auditLog)
    .where(isOpening)
    .orderBy(desc(auditLog.seq))
    .limit(limit)
  const entries = rows.map(({ seq, entry }) => ({ seq, ...(JSON.parse(entry) as Entry) }))
  const roleOf = await rolesOf(db, memberId, entries)
  const fileAt = new Map(files.map((file) => [file.id, file]))
  const newest = entries.map(({ seq, at, action, actor, subject }) => ({
    entry: seq,
    at: Date.parse(at),
    /** Null if everything was downloaded at once. */
    file: action === 'data downloaded' ? null : (fileAt.get(subject ?? '')?.kind ?? 'other'),
    paid: fileAt.get(subject ?? '')?.paid ?? null,
    by: roleOf(actor),
  }))
  return { shown: newest, inAll: rows[0]?.all ?? 0 }
}

async function rolesOf(db: Queryable, memberId: string, entries: readonly Entry[]) {
  const actors = [...new Set(entries.flatMap(({ actor }) => actor.match(anyId) ?? []))]
  const admins =
    actors.length === 0
      ? []
      : await db
          // Also former administrators.
          .select({ id: administrators.userId })
          .from(administrators)
          .where(inArray(administrators.userId, actors))
  const isAdmin = new Set(admins.map(({ id }) => id))
  return (actor: string): ActorRole => {
    if (actor === memberId) return 'yourself'
    if (actor === 'system') return 'the site itself'
    return isAdmin.has(actor) ? 'an administrator' : 'an authorised person'
  }
}
