import { eq, sql } from 'drizzle-orm'
import { assignedNumbers, emails, idNumbering, rejectedApplicants, users } from '#server/db/schema.ts'
import { readAudit } from './audit.ts'
import { anAdmin } from './factories.ts'
import { testSite } from './site.ts'

interface Approved {
  approved?: { id: string; idNumber: string }[]
  changed?: string[]
  gone?: string[]
  code?: string
  message?: string
}

/** An applicant as the administrator saw them: as they applied, unless it says otherwise. */
interface Shown {
  id: string
  version?: number
}

interface Approvals {
  nextIdNumber: string | null
  pendingCount: number
  concerned: number
  appliedUntil: number | null
}

interface Rejected {
  rejected: number
  changed: string[]
  gone: string[]
  fields?: Record<string, string>
}

/** A site with an administrator who decides on applicants, and what a test wants to know afterwards. */
export async function approvalDesk() {
  const site = await testSite()
  const { db } = site
  const someone = await anAdmin(site)
  const admin = await site.signedIn(someone)
  // Emails are kept, not sent, so that they can be read.
  await db.execute(sql`alter table emails alter column next_try_at set default 'infinity'`)
  const asShown = (who: Shown[]) => who.map(({ id, version = 1 }) => ({ id, version }))

  return {
    site,
    admin,
    adminId: someone.id,
    approve: (...who: Shown[]) => admin.post<Approved>('/api/approvals', { applicants: asShown(who) }),
    reject: (reason: string, ...who: Shown[]) =>
      admin.post<Rejected>('/api/rejections', { applicants: asShown(who), reason }),
    approvals: () => admin.get<Approvals>('/api/approvals'),
    async record({ id }: { id: string }) {
      const [found] = await db
        .select({
          approved: users.approved,
          approvedAt: users.approvedAt,
          memberSince: users.memberSince,
          idNumber: users.idNumber,
          version: users.version,
        })
        .from(users)
        .where(eq(users.id, id))
      return found
    },
    messages: () => db.select({ to: emails.to, subject: emails.subject, body: emails.body }).from(emails),
    /** What the log says about somebody. */
    logOf: async ({ id }: { id: string }) =>
      (await readAudit(db, { limit: 1000 })).filter((entry) => entry.subject === id),
    /** As it was on the first day. */
    async clear() {
      await db.delete(users).where(sql`not ${users.isAdmin}`)
      await db.delete(idNumbering)
      await db.delete(assignedNumbers)
      await db.delete(emails)
      await db.delete(rejectedApplicants)
    },
  }
}
export type ApprovalDesk = Awaited<ReturnType<typeof approvalDesk>>
