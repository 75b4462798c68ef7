/** The whole database, one file per area. `npm run migration` makes the migration from it and `schema/by-hand.sql`. */
export * from './schema/accounts.ts'
export * from './schema/ballots.ts'
export * from './schema/content.ts'
export * from './schema/elections.ts'
export * from './schema/files.ts'
export * from './schema/mailings.ts'
export * from './schema/members.ts'
export * from './schema/operations.ts'
