import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/schema/columns.ts'

/**
 * The `users` table as far as the account library needs it (`schema/members.ts` has all of it): a login reads these few
 * columns, not a person's whole record.
 */
export const authUsers = pgTable('users', {
  id: uuid().primaryKey(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  fullName: text('full_name').notNull(),
  email: text().unique(),
  emailVerified: boolean('email_verified').notNull(),
  militarySerial: text('military_serial').unique(),
  profilePicturePath: text('profile_picture_path'),
  twoFactorEnabled: boolean('two_factor_enabled').notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})
