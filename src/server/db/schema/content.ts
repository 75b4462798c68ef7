import { sql, type SQL } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { linkSections } from '#shared/content/defaults.ts'
import { entryKinds, leaderGroups, videoPages } from '#shared/content/schemas.ts'
import { videoHosts, videoIds } from '#shared/content/video-links.ts'
import type { Instant } from '#shared/time.ts'
import { createdAt, instantColumn, newId, now, oneOf, timestamptz } from './columns.ts'
import { uploads } from './files.ts'
import { users } from './members.ts'

const editablePages = ['home', 'about'] as const

/** `version` increases with each edit. An edit of an older version is refused, so that no change is lost unseen. */
export const pageContents = pgTable(
  'pages',
  {
    page: text({ enum: editablePages }).primaryKey(),
    content: jsonb().$type<Record<string, string>>().notNull(),
    version: integer().notNull().default(1),
    updatedAt: instantColumn('updated_at').notNull().default(now),
    updatedBy: uuid('updated_by').references(() => users.id),
  },
  (t) => [check('pages_page_check', oneOf(t.page, editablePages))],
)

/** Earlier versions of a page, for comparing and restoring. */
export const pageVersions = pgTable(
  'page_versions',
  {
    page: text({ enum: editablePages }).notNull(),
    version: integer().notNull(),
    content: jsonb().$type<Record<string, string>>().notNull(),
    savedAt: instantColumn('saved_at').notNull().default(now),
    savedBy: uuid('saved_by').references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.page, t.version] })],
)

/** The entries of the four sections: links, documents and written announcements. */
export const links = pgTable(
  'links',
  {
    id: newId(),
    section: text({ enum: linkSections }).notNull(),
    kind: text({ enum: entryKinds }).notNull().default('link'),
    title: text().notNull(),
    /** The address of a link. Empty for the other kinds: their address is on this site and ends in `slug`. */
    link: text().notNull(),
    slug: text().unique('links_slug_unique'),
    text: text().notNull().default(''),
    pictureAvifPath: text('picture_avif_path').references(() => uploads.path),
    pictureWebpPath: text('picture_webp_path').references(() => uploads.path),
    documentPath: text('document_path').references(() => uploads.path),
    /** When and where an event takes place. */
    startsAt: instantColumn('starts_at'),
    endsAt: instantColumn('ends_at'),
    place: text().notNull().default(''),
    /** Visible only to administrators until they publish it. */
    draft: boolean().notNull().default(false),
    /** When it becomes visible, if not at once. */
    publishAt: instantColumn('publish_at'),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    check('links_section_check', oneOf(t.section, linkSections)),
    check('links_title_present', sql`btrim(${t.title}) <> ''`),
    check('links_link_safe', sql`${t.kind} <> 'link' or ${t.link} ~* '^https?://' or ${t.link} like '#%'`),
    check('links_kind_check', oneOf(t.kind, entryKinds)),
    check('links_only_links_lead_away', sql`(${t.kind} = 'link') = (${t.link} <> '')`),
    check('links_others_have_a_slug', sql`${t.kind} = 'link' or ${t.slug} is not null`),
    check('links_slug_safe', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check('links_only_texts_are_written', sql`(${t.kind} = 'text') = (btrim(${t.text}, E' \\t\\r\\n') <> '')`),
    check('links_only_documents_have_one', sql`(${t.kind} = 'document') = (${t.documentPath} is not null)`),
    check(
      'links_only_texts_have_pictures',
      sql`(${t.pictureAvifPath} is null) = (${t.pictureWebpPath} is null) and (${t.kind} = 'text' or ${t.pictureWebpPath} is null)`,
    ),
    check(
      'links_events_have_dates',
      sql`${t.section} = 'Events' or (${t.startsAt} is null and ${t.endsAt} is null and ${t.place} = '')`,
    ),
    check('links_event_starts', sql`${t.startsAt} is not null or (${t.endsAt} is null and ${t.place} = '')`),
    check('links_event_ends_after_start', sql`${t.endsAt} is null or ${t.endsAt} > ${t.startsAt}`),
    check('links_drafts_have_no_time', sql`not ${t.draft} or ${t.publishAt} is null`),
    index('links_section_newest').on(t.section, t.createdAt.desc()),
  ],
)

/** The rule `isPublished` as SQL. */
export const publishedAt = (now: Instant): SQL =>
  sql`(not ${links.draft} and coalesce(${links.publishAt} <= ${timestamptz(now)}, true))`

/** The pictures and documents that an announcement's text refers to. */
export const linkFiles = pgTable(
  'link_files',
  {
    path: text()
      .primaryKey()
      .references(() => uploads.path),
    linkId: uuid('link_id')
      .notNull()
      .references(() => links.id, { onDelete: 'cascade' }),
  },
  (t) => [index('link_files_link').on(t.linkId)],
)

export const videos = pgTable(
  'videos',
  {
    id: newId(),
    title: text().notNull(),
    /** The stored file, or for a linked video its host and its id there. */
    url: text().references(() => uploads.path),
    host: text({ enum: videoHosts }),
    hostId: text('host_id'),
    page: text({ enum: videoPages }).notNull().default('featured_stories'),
    order: integer().notNull(),
    /** One frame of the video, in two formats. */
    posterAvifPath: text('poster_avif_path').references(() => uploads.path),
    posterWebpPath: text('poster_webp_path').references(() => uploads.path),
    createdAt: createdAt(),
  },
  (t) => [
    check('videos_page_check', oneOf(t.page, videoPages)),
    check('videos_order_from_one', sql`${t.order} >= 1`),
    check('videos_title_present', sql`btrim(${t.title}) <> ''`),
    check(
      'videos_file_or_link',
      sql`(${t.url} is null) = (${t.host} is not null) and (${t.host} is null) = (${t.hostId} is null)`,
    ),
    check(
      'videos_host_id_safe',
      sql`case ${t.host} when 'youtube' then ${t.hostId} ~ ${sql.raw(`'${videoIds.youtube}'`)} when 'facebook' then ${t.hostId} ~ ${sql.raw(`'${videoIds.facebook}'`)} else ${t.host} is null end`,
    ),
    unique('videos_link_once').on(t.page, t.host, t.hostId),
    /** Made deferrable in `by-hand.sql`, because a reorder passes through equal positions. */
    unique('videos_page_order_unique').on(t.page, t.order),
  ],
)

/** The people on the leadership page, in the order that an administrator chose within each group. */
export const leaders = pgTable(
  'leaders',
  {
    id: newId(),
    group: text({ enum: leaderGroups }).notNull(),
    name: text().notNull(),
    rank: text().notNull().default(''),
    position: text().notNull(),
    order: integer().notNull(),
    photoAvifPath: text('photo_avif_path').references(() => uploads.path),
    photoWebpPath: text('photo_webp_path').references(() => uploads.path),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    check('leaders_group_check', oneOf(t.group, leaderGroups)),
    check('leaders_name_present', sql`btrim(${t.name}) <> '' and btrim(${t.position}) <> ''`),
    check('leaders_order_from_one', sql`${t.order} >= 1`),
    /** Made deferrable in `by-hand.sql`, as for videos. */
    unique('leaders_group_order_unique').on(t.group, t.order),
  ],
)

/** One row: the values that an administrator has set; the others have defaults. */
export const settings = pgTable(
  'settings',
  {
    id: integer().primaryKey().default(1),
    value: jsonb().$type<Record<string, unknown>>().notNull(),
    version: integer().notNull().default(1),
    updatedAt: instantColumn('updated_at').notNull().default(now),
    updatedBy: uuid('updated_by').references(() => users.id),
  },
  (t) => [check('settings_one_row', sql`${t.id} = 1`)],
)
