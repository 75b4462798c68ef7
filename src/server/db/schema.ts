/** The whole database, one file per area. `npm run migration` makes the migration from it and `schema/by-hand.sql`. */
export * from '#server/db/schema/accounts.ts'
export * from '#server/db/schema/ballots.ts'
export * from '#server/db/schema/content.ts'
export * from '#server/db/schema/elections.ts'
export * from '#server/db/schema/files.ts'
export * from '#server/db/schema/mailings.ts'
export * from '#server/db/schema/members.ts'
export * from '#server/db/schema/operations.ts'
