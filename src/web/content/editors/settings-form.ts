import type { Settings } from '#shared/settings.ts'
import { asTyped, readTime } from '#web/components/typed-time.ts'

/** The settings as they are typed: figures as text, and the closing time as a clock in Manila shows it. */
export type SettingsForm = Omit<Settings, Typed> & Record<Typed, string>
type Typed = 'registrationFee' | 'registrationCloses' | 'backupsKept' | 'backupPlace'

export function toForm({ registrationFee, registrationCloses, backupsKept, ...rest }: Settings): SettingsForm {
  return {
    ...rest,
    registrationFee: String(registrationFee),
    registrationCloses: asTyped(registrationCloses),
    backupsKept: String(backupsKept),
  }
}

/** What cannot be read as a number goes to the server as it is, which says so beside the field. */
export function fromForm({ registrationFee, registrationCloses, backupsKept, ...rest }: SettingsForm): Settings {
  return {
    ...rest,
    socialUrl: rest.socialUrl.trim(),
    contactEmail: rest.contactEmail.trim(),
    idPrefix: rest.idPrefix.trim().toUpperCase(),
    registrationFee: numberFrom(registrationFee),
    backupsKept: numberFrom(backupsKept),
    backupPlace: rest.backupPlace as Settings['backupPlace'],
    registrationCloses: readTime(registrationCloses),
  }
}

const numberFrom = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed))
