import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { linkSections } from '#shared/content/defaults.ts'
import { createdAt, instant, newId, oneOf } from './columns.ts'
import { uploads } from './files.ts'

const editablePages = ['home', 'about'] as const

/** `version` goes up with each edit; an edit that names an older one is refused, so nobody overwrites unseen work. */
export const pageContents = pgTable(
  'pages',
  {
    page: text({ enum: editablePages }).primaryKey(),
    content: jsonb().$type<Record<string, string>>().notNull(),
    version: integer().notNull().default(1),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    updatedBy: uuid('updated_by'),
  },
  (t) => [check('pages_page_check', oneOf(t.page, editablePages))],
)

/** Earlier states of a page, for looking back and restoring. */
export const pageVersions = pgTable(
  'page_versions',
  {
    page: text({ enum: editablePages }).notNull(),
    version: integer().notNull(),
    content: jsonb().$type<Record<string, string>>().notNull(),
    savedAt: instant('saved_at').notNull().defaultNow(),
    savedBy: uuid('saved_by'),
  },
  (t) => [primaryKey({ columns: [t.page, t.version] })],
)

export const links = pgTable(
  'links',
  {
    id: newId(),
    section: text({ enum: linkSections }).notNull(),
    title: text().notNull(),
    link: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('links_section_check', oneOf(t.section, linkSections)),
    check('links_title_present', sql`btrim(${t.title}) <> ''`),
    check('links_link_safe', sql`${t.link} ~* '^https?://' or ${t.link} like '#%'`),
    index('links_section_newest').on(t.section, t.createdAt.desc()),
  ],
)

export const videos = pgTable(
  'videos',
  {
    id: newId(),
    title: text().notNull(),
    /** The stored file. */
    url: text()
      .notNull()
      .references(() => uploads.path),
    page: text({ enum: ['featured_stories'] })
      .notNull()
      .default('featured_stories'),
    order: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('videos_page_check', oneOf(t.page, ['featured_stories'])),
    check('videos_order_from_one', sql`${t.order} >= 1`),
    check('videos_title_present', sql`btrim(${t.title}) <> ''`),
    /** Made deferrable in the migration, so that a reorder may pass through equal positions. */
    unique('videos_page_order_unique').on(t.page, t.order),
  ],
)

/** One row: what an administrator has set, over the defaults. */
export const settings = pgTable(
  'settings',
  {
    id: integer().primaryKey().default(1),
    value: jsonb().$type<Record<string, unknown>>().notNull(),
    version: integer().notNull().default(1),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    updatedBy: uuid('updated_by'),
  },
  (t) => [check('settings_one_row', sql`${t.id} = 1`)],
)
