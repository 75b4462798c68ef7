import { z } from 'zod'
import { duesPlanSchema } from '#shared/members/dues/plan.ts'
import { backupPlaces } from '#shared/operations/backup/backup.ts'
import { lineText, shortText } from './short-text.ts'
import { manila } from './time.ts'

/** A domain name and perhaps a path: no scheme, port, user or spaces. */
const withoutScheme = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(?:[/?#]\S*)?$/i

/** Adds `https://` to an address like `facebook.com/arrapi`; returns anything else unchanged. */
export const withHttps = (typed: string): string => (withoutScheme.test(typed) ? `https://${typed}` : typed)

const mostSocialPages = 5

const optionalText = (max: number) => lineText(max).default('')

const webAddress = z.url({ protocol: /^https?$/ }).max(500)

/** One address per line. */
const pageList = shortText(mostSocialPages * 500)
  .transform((typed) => typed.split(/\s+/).filter(Boolean).map(withHttps))
  .refine((pages) => pages.length <= mostSocialPages && pages.every((page) => webAddress.safeParse(page).success))
  .transform((pages) => pages.join('\n'))

/** The settings that make the site this association's. Administrators edit them; the defaults are the first values. */
export const settingsSchema = z.object({
  name: lineText(200)
    .regex(/[\p{L}\p{N}]/u)
    .default('Association of Reservists and Reservist Administrators of the Philippines, Inc.'),
  shortName: lineText(30)
    .regex(/[\p{L}\p{N}]/u)
    .default('ARRAPI'),
  /** The id of the upload; empty for the built-in emblem. */
  logo: z.union([z.literal(''), z.uuid()]).default(''),
  tagline: lineText(200).default('Honor and Service: Championing Filipino Reservist'),
  socialPages: pageList.default(''),
  contactEmail: z.union([z.literal(''), shortText(254).pipe(z.email())]).default(''),
  /** A number that a phone can call: digits, perhaps with a plus sign, spaces, hyphens and brackets. */
  contactPhone: z
    .union([
      z.literal(''),
      shortText(30)
        .regex(/^\+?[\d\s()-]+$/)
        .refine((typed) => typed.replaceAll(/\D/g, '').length >= 7),
    ])
    .default(''),
  walletName: optionalText(100),
  walletAccount: optionalText(60),
  registrationFee: z.number().int().min(0).max(100_000).default(150),
  registrationCloses: z
    .number()
    .int()
    .min(manila('2000-01-01'))
    .max(manila('2100-01-01'))
    .default(manila('2030-03-29', '09:00')),
  idPrefix: shortText(12)
    .regex(/^[A-Z0-9]{1,12}$/)
    .default('ARRAPI'),
  ownPasswordToVote: z.boolean().default(false),
  backupsOn: z.boolean().default(true),
  /** Time in Manila. */
  backupTime: shortText(5)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default('02:00'),
  /** How many scheduled backups to keep; older ones are removed. */
  backupsKept: z.number().int().min(1).max(60).default(7),
  backupPlace: z.enum(backupPlaces).default('folder'),
  /** Null for an association without dues, whose pages then do not mention dues. */
  dues: duesPlanSchema.nullable().default(null),
})

export type Settings = z.infer<typeof settingsSchema>
export const defaultSettings: Settings = settingsSchema.parse({})
