import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { sessions, users } from '#server/db/schema.ts'
import type { ProfileForm } from '#shared/members/profile/profile.ts'
import { emailsTo } from './emails.ts'
import { logOf, type TestSite, type Visitor } from './site.ts'

/** What the rules ask for and the people of `factories.ts` do not have. */
export const contact = {
  contactPersonFirstName: 'ANA',
  contactPersonLastName: 'DELA CRUZ',
  contactPersonNumber: '09181234567',
  contactPersonRelationship: 'Wife',
}

/** The moves of an administrator who edits members, and looks at what came of it. */
export function profileEditing(site: TestSite, admin: Visitor) {
  /** The form as a browser fills it from the record. */
  async function formOf(id: string, changed: Partial<ProfileForm> = {}): Promise<ProfileForm> {
    const { member } = await admin.get<{ member: Record<string, unknown> }>(`/api/members/${id}`)
    const known = Object.entries(member).filter(([, value]) => value !== null)
    return { idNumber: null, ...Object.fromEntries(known), ...contact, ...changed } as ProfileForm
  }
  const put = (visitor: Visitor, id: string, form: unknown) =>
    visitor.put<{ member?: Record<string, unknown> }>(`/api/members/${id}`, form)

  async function sendPicture(kind = 'profilePicture', colour = 'red'): Promise<string> {
    const response = await admin.put(`/api/member-files/${kind}`, await aPicture(colour))
    if (response.status !== 201) throw new Error(`not taken: ${response.status}`)
    return response.id
  }

  return {
    formOf,
    put,
    save: async (id: string, changed: Partial<ProfileForm> = {}) => put(admin, id, await formOf(id, changed)),
    sendPicture,
    async recordOf(id: string) {
      const [row] = await site.db.select().from(users).where(eq(users.id, id))
      if (!row) throw new Error('nobody there')
      return row
    },
    logOf: (subject: string) => logOf(site, subject),
    async sessionsOf(userId: string): Promise<number> {
      const of = eq(sessions.userId, userId)
      return (await site.db.select({ id: sessions.id }).from(sessions).where(of)).length
    },
    /** The subjects of the emails that went out to somebody. */
    async emailsTo(email: string): Promise<string[]> {
      const theirs = await emailsTo(site.dataDir, email)
      return theirs.map((message) => /^Subject: (.*)$/m.exec(message)?.[1]?.trim() ?? '').toSorted()
    },
  }
}

/** With something in it that says where it was taken. */
export const aPicture = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 700, channels: 3, background: colour } })
    .withExif({ IFD0: { Copyright: 'where it was taken' } })
    .jpeg()
    .toBuffer()
