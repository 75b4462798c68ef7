-- Lists go along these in the order of ID numbers. The text that is searched lies in them, so that a search walks through
-- thousands of members without opening their records.
CREATE INDEX users_listed_member ON users (id_number) INCLUDE (id, member_search, withdrawn_at)
  WHERE approved AND military_serial IS NOT NULL AND erased_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_listed_admin ON users (id_number) INCLUDE (id, admin_search)
  WHERE approved AND military_serial IS NOT NULL AND erased_at IS NULL;
--> statement-breakpoint

-- What waits to be sorted into a search index is read by every search: keep it short.
ALTER INDEX users_member_search SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX users_admin_search SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX users_applicant_search SET (gin_pending_list_limit = 256);
--> statement-breakpoint

-- An index answers alone only for records that were tidied since they changed; a fifth of the members is too long to wait.
ALTER TABLE users SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
