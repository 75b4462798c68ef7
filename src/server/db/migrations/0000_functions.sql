CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint

-- One way to compare names: without case and accents, so that "munoz" finds "MUÑOZ". Columns and indexes are made with it,
-- so it must never change its answer for the same text.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN lower(unaccent('unaccent'::regdictionary, value));
--> statement-breakpoint

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

-- Every node keeps pages, elections and nominees at hand; a change, by whatever hand, tells them all to look again.
CREATE FUNCTION tell_site_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('site_changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;
