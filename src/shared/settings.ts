import { z } from 'zod'
import { manila } from './time.ts'

/** What makes the site this association's. Administrators edit it; the defaults are what the association began with. */
/** One line: these words also go into subjects of letters and titles of pages. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u, 'Line breaks are not allowed here')
const optionalText = (max: number) => line(max).default('')

export const settingsSchema = z.object({
  name: line(200).min(1).default('Association of Reservists and Reservist Administrators of the Philippines, Inc.'),
  shortName: line(30).min(1).default('ARRAPI'),
  tagline: line(200).default('Honor and Service: Championing Filipino Reservist'),
  socialUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]).default(''),
  contactEmail: z.union([z.literal(''), z.email().max(254)]).default(''),
  contactPhone: optionalText(30),
  walletName: optionalText(100),
  walletAccount: optionalText(60),
  registrationFee: z.number().int().min(0).max(100_000).default(150),
  registrationCloses: z.number().int().default(manila('2030-03-29', '09:00')),
  idPrefix: z
    .string()
    .regex(/^[A-Z0-9]{1,12}$/)
    .default('ARRAPI'),
  /** People who may open any profile and change nothing. */
  viewers: z.array(z.email()).max(200).default([]),
  ownPasswordToVote: z.boolean().default(false),
})

export type Settings = z.infer<typeof settingsSchema>
export const defaultSettings: Settings = settingsSchema.parse({})
