import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import sharp from 'sharp'
import { expect } from 'vitest'
import { emails, memberCounts, uploads, users } from '#server/db/schema.ts'
import { memberFileKinds, type MemberFileKind } from '#shared/members/files.ts'
import { privacyNoticeVersion } from '#shared/members/privacy/privacy.ts'
import type { RegistrationForm } from '#shared/members/registration/registration.ts'
import type { Answer, TestSite } from './site.ts'

const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: 'olive' } })
  .jpeg()
  .toBuffer()
let people = 0

/** Somebody who applies through the site's own doors, and what the database shows of it. */
export function applyingAt(site: TestSite) {
  const { db } = site

  async function put(kind: string, bytes: Buffer = picture, headers: Record<string, string> = {}): Promise<Answer> {
    return site.visitor().put(`/api/registration-files/${kind}`, bytes, headers)
  }

  async function fiveFiles(): Promise<Record<MemberFileKind, string>> {
    const sent = await Promise.all(memberFileKinds.map(async (kind) => [kind, (await put(kind)).id ?? ''] as const))
    return Object.fromEntries(sent) as Record<MemberFileKind, string>
  }

  /** Filled in as people do: capitals here and there, spaces where they should not be. */
  async function aForm(changed: Partial<RegistrationForm> = {}): Promise<RegistrationForm> {
    const n = ++people
    return {
      ...(await fiveFiles()),
      firstName: 'María Niña',
      middleName: '',
      lastName: 'de la Peña-Reyes',
      suffix: '',
      unitAssignment: '1302nd RRIBN',
      unitAddress: '',
      region: 'NCR',
      birthday: '1964-10-05',
      height: '170 cm',
      bloodType: 'O+',
      weight: '70 kg',
      philhealthNumber: '',
      personnelAddress: '12 Mabini Street, Quezon City',
      email: `Applicant${n}@Example.org`,
      cellphoneNumber: '+63 917 123 4567',
      contactPersonFirstName: 'José',
      contactPersonMiddleName: '',
      contactPersonLastName: 'Reyes',
      contactPersonNumber: '0918-765-4321',
      contactPersonEmail: '',
      contactPersonRelationship: 'Husband',
      militarySerial: ` o-77 ${n} `,
      rank: 'cpt',
      ms: 'PA',
      militaryStatus: 'Reservist',
      reservistType: 'Ready Reserve',
      rruChecked: true,
      aruChecked: false,
      paymentReference: '',
      healthConsent: false,
      privacyNotice: privacyNoticeVersion,
      ...changed,
    }
  }

  const post = (form: unknown, headers: Record<string, string> = {}) => {
    const visitor = site.visitor(headers)
    return visitor.post<{ reference: string; message: string }>('/api/registrations', form)
  }

  async function find({ email }: Pick<RegistrationForm, 'email'>) {
    const [found] = await db.select().from(users).where(eq(users.email, email.toLowerCase()))
    return found
  }

  async function pending(): Promise<number> {
    const [count] = await db.select().from(memberCounts).where(eq(memberCounts.state, 'pending'))
    return count?.people ?? 0
  }

  /** How many of the form's files belong to somebody. */
  async function claimed(form: RegistrationForm): Promise<number> {
    const ids = memberFileKinds.map((kind) => form[kind]).filter((id) => id !== '')
    const rows = await db
      .select({ ownerId: uploads.ownerId, claimedAt: uploads.claimedAt })
      .from(uploads)
      .where(inArray(uploads.id, ids))
    return rows.filter((row) => row.claimedAt !== null || row.ownerId !== null).length
  }

  /** Waiting or sent: an email leaves the table only after it lies in the outbox. */
  async function messages(): Promise<number> {
    const waiting = await db.select({ id: emails.id }).from(emails)
    const sent = await readdir(join(site.dataDir, 'outbox')).catch(() => [])
    const ids = sent.map((name) => /[0-9a-f-]{36}(?=\.eml$)/.exec(name)?.[0])
    return new Set([...waiting.map(({ id }) => id), ...ids]).size
  }

  /** Whatever `act` does, nothing comes of the form: no member, no email, and its files are as free as before. */
  async function expectNothingOf<T>(form: RegistrationForm, act: () => Promise<T>): Promise<T> {
    const before = { pending: await pending(), messages: await messages() }
    const answer = await act()
    expect({ pending: await pending(), messages: await messages() }).toEqual(before)
    expect(await claimed(form)).toBe(0)
    return answer
  }

  return { put, aForm, post, find, pending, claimed, messages, expectNothingOf }
}
