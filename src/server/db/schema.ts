/** The whole database, one file per area. The migrations in `migrations/` are made from it. */
export * from './schema/accounts.ts'
export * from './schema/content.ts'
export * from './schema/elections.ts'
export * from './schema/files.ts'
export * from './schema/mailings.ts'
export * from './schema/members.ts'
export * from './schema/operations.ts'
