import type { Settings } from '#shared/settings.ts'
import { manila } from '#shared/time.ts'

/** The settings as they are typed: figures as text, and the closing time as a clock in Manila shows it. */
export type SettingsForm = Omit<Settings, Typed> & Record<Typed, string>
type Typed = 'registrationFee' | 'registrationCloses' | 'backupsKept' | 'backupPlace'

const manilaAhead = 8 * 60 * 60_000

export function toForm({ registrationFee, registrationCloses, backupsKept, ...rest }: Settings): SettingsForm {
  return {
    ...rest,
    registrationFee: String(registrationFee),
    registrationCloses: new Date(registrationCloses + manilaAhead).toISOString().slice(0, 16),
    backupsKept: String(backupsKept),
  }
}

/** What cannot be read as a number goes to the server as it is, which says so beside the field. */
export function fromForm({ registrationFee, registrationCloses, backupsKept, ...rest }: SettingsForm): Settings {
  const [day = '', time = ''] = registrationCloses.split('T')
  return {
    ...rest,
    socialUrl: rest.socialUrl.trim(),
    contactEmail: rest.contactEmail.trim(),
    idPrefix: rest.idPrefix.trim().toUpperCase(),
    registrationFee: numberFrom(registrationFee),
    backupsKept: numberFrom(backupsKept),
    backupPlace: rest.backupPlace as Settings['backupPlace'],
    registrationCloses: manila(day, time.slice(0, 5)),
  }
}

const numberFrom = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed))
