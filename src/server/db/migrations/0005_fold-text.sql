-- One way to compare names: without case and accents, so that "munoz" finds "MUÑOZ". Columns and indexes are made with it,
-- so it must never change its answer for the same text.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN lower(unaccent('unaccent'::regdictionary, value));
