import type { Settings } from '#shared/settings.ts'

/** The settings as named in the editor and the log. */
export const settingLabels: Record<keyof Settings, string> = {
  name: 'Name of the association',
  shortName: 'Short name',
  tagline: 'Tagline',
  logo: 'Logo',
  socialPages: 'Social pages',
  contactEmail: 'Email',
  contactPhone: 'Phone',
  registrationFee: 'Registration fee in pesos',
  walletName: 'Mobile wallet',
  walletAccount: 'Wallet account',
  registrationCloses: 'Registration closes (Manila time)',
  idPrefix: 'Start of ID numbers',
  ownPasswordToVote: 'Only members with their own password may vote',
  backupsOn: 'Make a backup every night',
  backupTime: 'Time of the backup (Manila time)',
  backupsKept: 'Backups to keep',
  backupPlace: 'Where backups are kept',
  dues: 'Dues',
}
