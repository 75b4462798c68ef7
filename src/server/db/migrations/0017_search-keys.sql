-- The pieces of a folded text by which it is looked up: every three and four signs in a row within a word, and one and two
-- where a word begins. Pieces of four are far rarer than those of three, so that a search reads little among a million.
CREATE FUNCTION search_keys(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(key)
  FROM unnest(string_to_array(folded, ' ')) word, LATERAL (
    SELECT substr(word, n, 4) AS key FROM generate_series(1, length(word) - 3) n
    UNION ALL SELECT substr(word, n, 3) FROM generate_series(1, length(word) - 2) n
    UNION ALL SELECT ' ' || left(word, 1) WHERE word <> ''
    UNION ALL SELECT ' ' || left(word, 2) WHERE length(word) > 1
  ) pieces
$$;
--> statement-breakpoint
DROP INDEX "users_member_search";--> statement-breakpoint
DROP INDEX "users_admin_search";--> statement-breakpoint
DROP INDEX "users_applicant_search";--> statement-breakpoint
CREATE INDEX "users_member_search" ON "users" USING gin (search_keys("member_search")) WITH (gin_pending_list_limit = 256) WHERE approved;--> statement-breakpoint
CREATE INDEX "users_admin_search" ON "users" USING gin (search_keys("admin_search")) WITH (gin_pending_list_limit = 256) WHERE approved;--> statement-breakpoint
CREATE INDEX "users_applicant_search" ON "users" USING gin (search_keys("admin_search")) WITH (gin_pending_list_limit = 256) WHERE not approved;