import { sql } from 'drizzle-orm'
import { emailsOfJob } from '#server/accounts/administrator-queries.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { knowsAddress } from '#server/config.ts'
import { type Database, type Queryable, inTransaction } from '#server/db/database.ts'
import { settings } from '#server/db/schema.ts'
import type { SiteChanges } from '#server/db/site-changes.ts'
import type { Deps } from '#server/deps.ts'
import { readStrip, type StripDeps } from '#server/elections/public-strip.ts'
import { hasMailServer, queueEmailToEach } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { refuseUnconfirmedPlan } from '#server/members/dues/plan-consequences.ts'
import { countWaitingDues, findLastPayment } from '#server/members/dues/queries.ts'
import { findLastReminders } from '#server/members/dues/reminders.ts'
import { accountsChangedEmail } from '#server/members/dues/text.ts'
import { removeFiles } from '#server/storage/uploads.ts'
import { beforeAndAfter } from '#shared/audit/actions.ts'
import { votingOpen } from '#shared/elections/lifecycle.ts'
import { whyCannotEndDues } from '#shared/elections/roll/roll.ts'
import { AppError, refuseIf } from '#shared/errors.ts'
import { duesToCome } from '#shared/members/dues/dues.ts'
import { accountInWords, planInWords, whyCannotChangePlan, type DuesPlan } from '#shared/members/dues/plan.ts'
import { whyCannotRegister } from '#shared/members/registration/registration.ts'
import { mainJobs } from '#shared/permissions.ts'
import { settingsSchema, defaultSettings, type Settings } from '#shared/settings.ts'
import { dayInManila, showInstant } from '#shared/time.ts'
import { replacePictures } from './logo.ts'

/** Reads the settings once, and again whenever any node changes them. */
export function createSettingsReader(db: Database, changes: SiteChanges): () => Promise<Settings> {
  let known: Promise<Settings> | null = null
  changes.on((table) => {
    if (table === 'settings' || table === '*') known = null
  })
  return () => {
    const reading = (known ??= readStoredSettings(db).then((stored) => withoutEndedDues(stored.settings)))
    reading.catch(() => {
      if (known === reading) known = null
    })
    return reading
  }
}

const withoutEndedDues = (settings: Settings): Settings => (settings.dues?.off ? { ...settings, dues: null } : settings)

/** What is stored over the defaults; version 0 if nothing is. */
export async function readStoredSettings(db: Queryable): Promise<{ settings: Settings; version: number }> {
  const [row] = await db.select({ value: settings.value, version: settings.version }).from(settings)
  return row
    ? { settings: settingsSchema.parse({ ...defaultSettings, ...row.value }), version: row.version }
    : { settings: defaultSettings, version: 0 }
}

export const readSettingsForEditing = (deps: Pick<Deps, 'db'>) => readStoredSettings(deps.db)

/** Saves over the version the editor started from. The log has the old and new values, except possibly personal ones. */
export async function saveSettings(
  deps: Pick<Deps, 'db' | 'clock' | 'elections' | 'config' | 'storage' | 'log'>,
  admin: Person,
  edit: { settings: Settings; version: number; confirmed?: boolean | undefined },
) {
  if (edit.settings.backupPlace === 's3' && !deps.config.backup.s3) throw new AppError('backup-bucket-missing')
  const { stored, replaced } = await inTransaction(deps, async (tx) => {
    const before = await readStoredSettings(tx)
    const value = edit.settings as Record<string, unknown>
    const saved = await tx
      .insert(settings)
      .values({ value, updatedBy: admin.id })
      .onConflictDoUpdate({
        target: settings.id,
        set: { value, version: sql`${settings.version} + 1`, updatedAt: sql`now()`, updatedBy: admin.id },
        setWhere: sql`${settings.version} = ${edit.version}`,
      })
      .returning({ version: settings.version })
    const clash =
      saved.length === 0 || (edit.version === 0 && saved[0]?.version !== 1) || before.version !== edit.version
    if (clash) throw new AppError('edited-meanwhile')
    const changed = Object.keys(value).filter(
      (key) => JSON.stringify(value[key]) !== JSON.stringify(before.settings[key as keyof Settings]),
    )
    if (
      changed.includes('ownPasswordToVote') &&
      (await deps.elections.all()).some((one) => votingOpen(one, deps.clock.now()))
    )
      throw new AppError('setting-settled')
    if (withoutEndedDues(before.settings).dues && !withoutEndedDues(edit.settings).dues)
      refuseIf(whyCannotEndDues(await deps.elections.withDrafts()))
    if (changed.includes('dues')) await checkPlan(deps, tx, admin, { before: before.settings, ...edit })
    const replaced = await replacePictures(tx, admin, picturesOf(before.settings), picturesOf(edit.settings))
    const stored = await readStoredSettings(tx)
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'settings changed',
      detail: {
        changed: changed.join(', '),
        ...beforeAndAfter(
          changed.filter((key): key is keyof Settings => !unlogged.has(key)),
          { before: (key) => logged(before.settings, key), after: (key) => logged(edit.settings, key) },
        ),
      },
    })
    return { stored, replaced }
  })
  await removeFiles(deps, replaced)
  return stored
}

/** Changing where members pay must not go unnoticed by those responsible for the site. */
async function checkPlan(
  { clock }: Pick<Deps, 'clock'>,
  tx: Queryable,
  admin: Person,
  { before, settings, confirmed }: { before: Settings; settings: Settings; confirmed?: boolean | undefined },
): Promise<void> {
  refuseIf(whyCannotChangePlan(before.dues, settings.dues, await findLastPayment(tx)))
  if (!confirmed) await refuseUnconfirmedPlan(tx, { before: before.dues, after: settings.dues, now: clock.now() })
  const words = ({ dues }: Settings) => (dues?.accounts ?? []).map(accountInWords).join('\n')
  const [old, next] = [words(before), words(settings)]
  if (old === next) return
  const others = (await emailsOfJob(tx, ...mainJobs)).filter((email) => email !== admin.email)
  await queueEmailToEach(tx, others, accountsChangedEmail({ ...settings, by: admin.name, old, next }))
}

/** Only the dues plan, for those who may set nothing else. */
export async function readDuesPlan({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const { settings, version } = await readStoredSettings(db)
  return {
    plan: settings.dues,
    version,
    today: dayInManila(clock.now()),
    lastPayment: await findLastPayment(db),
    lastReminders: await findLastReminders(db),
    waiting: await countWaitingDues(db),
  }
}

export async function savePlan(
  deps: Parameters<typeof saveSettings>[0],
  admin: Person,
  { plan: dues, ...edit }: { plan: DuesPlan | null; version: number; confirmed?: boolean | undefined },
) {
  const { settings } = await readStoredSettings(deps.db)
  await saveSettings(deps, admin, { settings: { ...settings, dues }, ...edit })
  return readDuesPlan(deps)
}

/**
 * Often an officer's own phone, address or wallet: the log is permanent, so it has only which one changed. Where dues are paid is
 * logged: more money goes there, and every member can read it anyway. A logo has no readable value.
 */
const unlogged = new Set<string>([
  'contactEmail',
  'contactPhone',
  'walletName',
  'walletAccount',
  'logo',
] satisfies (keyof Settings)[])

function logged(settings: Settings, key: keyof Settings) {
  if (key === 'dues') return planInWords(settings.dues)
  return key === 'registrationCloses' ? showInstant(settings[key]) : settings[key]
}

const picturesOf = ({ logo, dues }: Settings) => [logo, ...(dues?.accounts ?? []).map(({ qr }) => qr)].filter(Boolean)

/** What every page needs to know about the association and its election. Empty means unset and is not shown. */
export async function describeSite(deps: Pick<Deps, 'settings' | 'config'> & StripDeps) {
  const { name, shortName, tagline, logo, socialPages, contactEmail, contactPhone, ...rest } = await deps.settings()
  return {
    name,
    shortName,
    tagline,
    logo,
    socialPages: socialPages === '' ? [] : socialPages.split('\n'),
    contactEmail,
    contactPhone,
    walletName: rest.walletName,
    walletAccount: rest.walletAccount,
    registrationFee: rest.registrationFee,
    /** Without dues this is omitted altogether. */
    ...(rest.dues && { hasDues: true, duesToCome: duesToCome(rest.dues, dayInManila(deps.clock.now())) }),
    registrationOpen: whyCannotRegister(rest, deps.clock.now()) === null,
    sendsEmail: hasMailServer(deps.config),
    /** Whether the codes on printed cards lead to this site. */
    addressKnown: knowsAddress(deps.config),
    ...(await readStrip(deps)),
  }
}

/** The wallet account as a QR code with nothing but the number: a phone that scans it can copy it. */
export async function drawWalletCode(deps: Pick<Deps, 'settings'>): Promise<string> {
  const { walletAccount } = await deps.settings()
  if (!walletAccount) throw new AppError('not-found')
  const { default: qrcode } = await import('qrcode')
  return qrcode.toString(walletAccount, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
}
