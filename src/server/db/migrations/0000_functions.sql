CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint

-- One way to compare names: without case and accents, so that "munoz" finds "MUÑOZ". Columns and indexes are made with it,
-- so it must never change its answer for the same text.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN lower(unaccent('unaccent'::regdictionary, value));
--> statement-breakpoint

-- Every node caches pages, elections and nominees; a change, by whatever hand, tells them all to read again.
CREATE FUNCTION tell_site_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('site_changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;
