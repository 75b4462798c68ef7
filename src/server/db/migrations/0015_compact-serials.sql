-- People leave out the hyphens of their serial number, or put in some: a login that finds nobody looks once more without.
CREATE INDEX users_compact_serial ON users (replace(military_serial, '-', '')) WHERE military_serial IS NOT NULL;
