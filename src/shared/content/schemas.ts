import { z } from 'zod'
import { freeText, lineText, shortText } from '#shared/short-text.ts'
import { linkSections } from './defaults.ts'

/** The kinds of entry: an address to go to, a PDF to save, or a text with its own page. */
export const entryKinds = ['link', 'document', 'text'] as const
export type EntryKind = (typeof entryKinds)[number]

/** Plain text with line breaks; never treated as HTML. */
const plainText = (max: number) =>
  freeText(max, `Please use at most ${max} characters`, 'This text contains a character that cannot be shown')
const line = (max: number) => lineText(max, `Please use at most ${max} characters`)
const required = (max: number, name: string) => line(max).min(1, `${name} is required`)

/** The version the editor started from; saving over a newer one is refused. */
export const versionRule = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 2)

const homeContent = z.object({
  title: plainText(120).min(1, 'Title is required'),
  content: plainText(2000).min(1, 'Text is required'),
})
const aboutContent = z.object({ history: plainText(20_000), vision: plainText(5000), mission: plainText(5000) })
export type HomeContent = z.infer<typeof homeContent>
export type AboutContent = z.infer<typeof aboutContent>

export const saveHomeSchema = z.object({ content: homeContent, version: versionRule })
export const saveAboutSchema = z.object({ content: aboutContent, version: versionRule })

/** Of this century, in milliseconds since 1970. */
const eventTime = z.number().int().min(946_656_000_000).max(4_102_416_000_000).nullable().default(null)

/** Uploaded before, in two formats; `null` for none; omitted to keep the present one. */
const picture = z.object({ avifId: z.uuid(), webpId: z.uuid() }).nullable().optional()

/** Blank fields and bad addresses are allowed on purpose: `whyNotEntry` answers them in the association's words. */
export const linkSchema = z.object({
  section: z.enum(linkSections).or(z.literal('')),
  kind: z.enum(entryKinds).default('link'),
  title: line(200),
  link: shortText(2000).default(''),
  text: plainText(20_000).default(''),
  /** A PDF uploaded before; omitted to keep the present one. */
  documentId: z.uuid().optional(),
  picture,
  startsAt: eventTime,
  endsAt: eventTime,
  place: line(200).default(''),
  draft: z.boolean().default(false),
  /** Null to publish at once, or to leave the publication time unchanged. */
  publishAt: eventTime,
})
export const editLinkSchema = linkSchema.extend({ version: versionRule })
export type LinkForm = z.infer<typeof linkSchema>

export const leaderGroups = ['Board of Trustees', 'Officers'] as const
export type LeaderGroup = (typeof leaderGroups)[number]
export const leaderSchema = z.object({
  group: z.enum(leaderGroups),
  name: required(120, 'Name'),
  rank: line(60),
  position: required(120, 'Position'),
  photo: picture,
})
export const editLeaderSchema = leaderSchema.extend({ version: versionRule })

export const videoPages = ['featured_stories', 'about'] as const
export type VideoPage = (typeof videoPages)[number]
export const startVideoSchema = z.object({
  page: z.enum(videoPages),
  title: line(200),
  name: z.string().max(300),
  size: z.number().int().min(0),
  type: z.string().max(100),
})
/** `replaces` is the video the about page shows so far, so that nobody replaces one they have not seen. */
const addedVideo = z.object({
  replaces: z.uuid().nullable().default(null),
  page: z.enum(videoPages),
  title: line(200),
})
/** A file uploaded before, or the address of a video elsewhere. A bad address is allowed on purpose, as with links. */
export const addVideoSchema = z.union([
  addedVideo.extend({ uploadId: z.uuid() }),
  addedVideo.extend({ link: shortText(2000) }),
])
export const renameVideoSchema = z.object({ title: line(200) })
export const orderSchema = z.object({ ids: z.array(z.uuid()).max(1000) })
