import { desc, eq, sql } from 'drizzle-orm'
import { inOrderOfDate, showEventTimes } from '#shared/content/events.ts'
import { whyNotLink } from '#shared/content/links.ts'
import type { LinkSection } from '#shared/content/defaults.ts'
import type { LinkForm } from '#shared/content/schemas.ts'
import { AppError } from '#shared/errors.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { links } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'

const columns = {
  id: links.id,
  section: links.section,
  title: links.title,
  link: links.link,
  startsAt: links.startsAt,
  endsAt: links.endsAt,
  place: links.place,
  version: links.version,
  createdAt: links.createdAt,
}

/** Newest first; events by their dates. Times of an event come as instants, and as the words that tell them. */
export async function readLinks({ db, clock }: Pick<Deps, 'db' | 'clock'>, section?: LinkSection) {
  const rows = await db
    .select(columns)
    .from(links)
    .where(section ? eq(links.section, section) : undefined)
    .orderBy(desc(links.createdAt), links.id)
  return { links: inOrderOfDate(rows.map(withInstants), clock.now()) }
}

function withInstants(row: typeof links.$inferSelect) {
  const times = { startsAt: row.startsAt?.getTime() ?? null, endsAt: row.endsAt?.getTime() ?? null }
  return { ...row, ...times, when: showEventTimes(times) }
}

function checked(form: LinkForm, editing: boolean) {
  const refusal = whyNotLink(form, editing)
  if (refusal || form.section === '') throw new AppError(refusal ?? 'link-fields-required')
  const { section, startsAt, endsAt } = form
  return {
    section,
    title: form.title.trim(),
    link: form.link.trim(),
    startsAt: startsAt === null ? null : new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
    place: form.place.trim(),
  }
}

type EditDeps = Pick<Deps, 'db' | 'clock'>

export function addLink(deps: EditDeps, admin: Person, form: LinkForm) {
  const values = checked(form, false)
  return inTransaction(deps, async (tx) => {
    const [link] = await tx
      .insert(links)
      .values({ ...values, createdAt: new Date(deps.clock.now()) })
      .returning(columns)
    if (!link) throw new Error('the link was not stored')
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'link added', subject: link.id })
    return { link: withInstants(link) }
  })
}

export function editLink(deps: EditDeps, admin: Person, id: string, form: LinkForm & { version: number }) {
  const values = checked(form, true)
  return inTransaction(deps, async (tx) => {
    const [link] = await tx
      .update(links)
      .set({ ...values, version: form.version + 1 })
      .where(sql`${links.id} = ${id} and ${links.version} = ${form.version}`)
      .returning(columns)
    if (!link) throw new AppError((await isThere(tx, id)) ? 'edited-meanwhile' : 'not-found')
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'link edited', subject: id })
    return { link: withInstants(link) }
  })
}

export async function deleteLink(deps: EditDeps, admin: Person, id: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const gone = await tx.delete(links).where(eq(links.id, id)).returning({ id: links.id })
    if (gone.length === 0) throw new AppError('not-found')
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'link deleted', subject: id })
  })
}

const isThere = async (db: Queryable, id: string) =>
  (await db.select({ id: links.id }).from(links).where(eq(links.id, id))).length > 0
