-- What Drizzle's schema cannot express: functions, triggers, some indexes, and the first rows. `npm run migration` puts the
-- tables made from the schema at the line `--> tables`, and the whole into the migration.

CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The one way to compare names: ignoring case and accents, so that "munoz" finds "MUÑOZ". Columns and indexes use it, so it must
-- never return something else for the same text.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN lower(unaccent('unaccent'::regdictionary, value));

-- Serial numbers that are easily confused fold to the same text, as in `foldSerial` in src/shared/members/serial-number.ts. An
-- index uses it, so it must never return something else for the same text.
CREATE FUNCTION fold_serial(serial text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN regexp_replace(
    translate(
      translate(upper(normalize(left(serial, 200), NFKD)),
        'АВЕЅІЈКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABESIJKMHOPCTYXABEZHIKMNOPTYX'),
      'OQILSBZ|', '00115821'),
    '[^A-Z0-9]', '', 'g');

--> tables

-- Every node caches pages, elections and nominees; any change, by whatever means, tells them all to read again.
CREATE FUNCTION tell_site_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('site_changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;

CREATE TRIGGER pages_changed AFTER INSERT OR UPDATE OR DELETE ON pages FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
CREATE TRIGGER links_changed AFTER INSERT OR UPDATE OR DELETE ON links FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
CREATE TRIGGER videos_changed AFTER INSERT OR UPDATE OR DELETE ON videos FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
CREATE TRIGGER leaders_changed AFTER INSERT OR UPDATE OR DELETE ON leaders FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
CREATE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE ON settings FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
CREATE TRIGGER elections_changed AFTER INSERT OR UPDATE OR DELETE ON elections FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
CREATE TRIGGER nominees_changed AFTER INSERT OR UPDATE OR DELETE ON nominees FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
CREATE TRIGGER candidate_profiles_changed AFTER INSERT OR UPDATE OR DELETE ON candidate_profiles FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();

-- A new email wakes whichever node sends mail.
CREATE TRIGGER emails_added AFTER INSERT ON emails FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();

-- A reorder moves several videos or leaders in one transaction: their positions are compared at the end.
ALTER TABLE videos DROP CONSTRAINT videos_page_order_unique,
  ADD CONSTRAINT videos_page_order_unique UNIQUE (page, "order") DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE leaders DROP CONSTRAINT leaders_group_order_unique,
  ADD CONSTRAINT leaders_group_order_unique UNIQUE ("group", "order") DEFERRABLE INITIALLY DEFERRED;

-- What lists and searches need of every record. The text is what a member sees of another, a line feed and the serial number; the
-- unit comes last of what is seen, after a tab. Words of one field never run into the next.
CREATE FUNCTION made_member_line(u users) RETURNS SETOF member_lines LANGUAGE sql STABLE AS $$
  SELECT u.id,
    CASE
      WHEN u.military_serial IS NULL THEN NULL
      WHEN u.approved THEN CASE WHEN u.withdrawn_at IS NULL THEN 'member' ELSE 'withdrawn' END
      WHEN u.withdrawn_at IS NULL AND NOT u.is_admin THEN 'applicant' END,
    u.created_at, u.member_since, (coalesce(u.approved_at, u.created_at) AT TIME ZONE 'Asia/Manila')::date, u.dues_paid_until,
    u.commission_document_path IS NULL, u.payment_proof_path IS NULL, u.signature_path IS NULL,
    num_nulls(u.profile_picture_path, u.photo_upload_path) > 0, u.own_password, u.email_refused_at IS NOT NULL,
    u.ms, u.region, u.rank, u.military_status, u.id_number, fold_text(u.last_name || ' ' || u.first_name),
    fold_text(translate(concat_ws(' ', '', u.first_name, u.middle_name, u.last_name, u.suffix, u.rank, u.ms, u.region, u.id_number), E'\t\n', '  ')
      || E'\t ' || translate(coalesce(u.unit_assignment, ''), E'\t\n', '  ') || E'\n ' || coalesce(u.military_serial, '')),
    u.email, u.cellphone_number
  WHERE u.erased_at IS NULL $$;
CREATE VIEW made_member_lines AS SELECT made.* FROM users, made_member_line(users) made;

-- A plan made while there were few members must not be reused for a file of thousands.
CREATE FUNCTION write_member_line() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT made FROM made_member_line(NEW) made) IS NOT DISTINCT FROM (SELECT kept FROM member_lines kept WHERE id = NEW.id) THEN
      RETURN NULL;
    END IF;
    DELETE FROM member_lines WHERE id = NEW.id;
  END IF;
  INSERT INTO member_lines SELECT * FROM made_member_line(NEW);
  RETURN NULL;
END $$;
CREATE TRIGGER users_write_line AFTER INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION write_member_line();

-- The list of members in the order of their numbers, which is paged through without reading their lines.
CREATE INDEX member_lines_by_number ON member_lines (id_number) INCLUDE (id, state);

-- An index-only scan needs recently vacuumed pages; the default of a fifth of the members is too much.
ALTER TABLE member_lines SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);

-- People leave out hyphens of their serial number or add some: a login that finds nobody tries again without.
CREATE INDEX users_compact_serial ON users (replace(military_serial, '-', '')) WHERE military_serial IS NOT NULL;

CREATE INDEX users_folded_serial ON users (fold_serial(military_serial)) WHERE military_serial IS NOT NULL;

-- A number on a printed card must never identify somebody else, even after its holder got another or left.
CREATE FUNCTION keep_given_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO assigned_numbers (id_number, user_id) VALUES (NEW.id_number, NEW.id) ON CONFLICT DO NOTHING;
  IF NOT FOUND AND NOT EXISTS (SELECT FROM assigned_numbers g WHERE g.id_number = NEW.id_number AND g.user_id = NEW.id) THEN
    RAISE EXCEPTION USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_id_number_unique',
      MESSAGE = 'this number was given to somebody else before';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_keep_given_number AFTER INSERT OR UPDATE OF id_number ON users FOR EACH ROW
  WHEN (NEW.id_number IS NOT NULL) EXECUTE FUNCTION keep_given_number();

-- How many people there are of each kind. Administrators who are not members, and deleted people, do not count.
CREATE FUNCTION member_state(approved boolean, withdrawn_at timestamptz, military_serial text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN military_serial IS NULL THEN NULL
    WHEN withdrawn_at IS NOT NULL THEN 'withdrawn'
    WHEN approved THEN 'approved'
    ELSE 'pending' END;

INSERT INTO member_counts (state) VALUES ('pending'), ('approved'), ('withdrawn');

-- Rows are updated in a fixed order, so that two transactions never deadlock.
CREATE FUNCTION add_to_member_counts(changes jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE change record;
BEGIN
  FOR change IN
    SELECT state, people FROM jsonb_to_recordset(changes) AS c(state text, people integer)
    WHERE state IS NOT NULL AND people <> 0 ORDER BY state
  LOOP
    UPDATE member_counts SET people = member_counts.people + change.people WHERE state = change.state;
  END LOOP;
END $$;

CREATE FUNCTION count_added_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_member_counts((SELECT jsonb_agg(c) FROM (
    SELECT member_state(approved, withdrawn_at, military_serial) AS state, count(*) AS people FROM added GROUP BY 1) c));
  RETURN NULL;
END $$;
CREATE FUNCTION count_removed_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_member_counts((SELECT jsonb_agg(c) FROM (
    SELECT member_state(approved, withdrawn_at, military_serial) AS state, -count(*) AS people FROM removed GROUP BY 1) c));
  RETURN NULL;
END $$;
CREATE FUNCTION count_changed_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_member_counts((SELECT jsonb_agg(c) FROM (
    SELECT state, sum(n) AS people FROM (
      SELECT member_state(approved, withdrawn_at, military_serial) AS state, 1 AS n FROM added
      UNION ALL
      SELECT member_state(approved, withdrawn_at, military_serial), -1 FROM removed) moved GROUP BY 1) c));
  RETURN NULL;
END $$;
CREATE TRIGGER users_count_added AFTER INSERT ON users REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_added_members();
CREATE TRIGGER users_count_removed AFTER DELETE ON users REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_members();
CREATE TRIGGER users_count_changed AFTER UPDATE ON users REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_members();

-- That an address does not exist says nothing about the next one, however it was changed.
CREATE FUNCTION forget_refused_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.email_refused_at := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER users_forget_refused_address BEFORE UPDATE OF email ON users FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION forget_refused_address();

-- Whoever's role, standing, address or login changes is logged out everywhere, whichever code made the change; links and second
-- steps begun before become invalid.
CREATE FUNCTION end_sessions_of_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = NEW.id;
  DELETE FROM verifications WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_end_sessions AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.is_admin IS DISTINCT FROM NEW.is_admin
     OR OLD.approved IS DISTINCT FROM NEW.approved
     OR OLD.withdrawn_at IS DISTINCT FROM NEW.withdrawn_at
     OR OLD.email IS DISTINCT FROM NEW.email
     OR OLD.military_serial IS DISTINCT FROM NEW.military_serial
     OR OLD.birthday IS DISTINCT FROM NEW.birthday)
  EXECUTE FUNCTION end_sessions_of_changed_user();

-- What an account adds to the count of the address it was tried from: set, not added, so that concurrent logins of one account
-- count once. The account's row is locked while the difference is carried over, and the sum stays within bounds.
CREATE FUNCTION settle_at_address(pair text, address text, contribution int, now_ms bigint, until_ms bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE before int;
BEGIN
  INSERT INTO throttles AS held (key, points, expire) VALUES (pair, 0, until_ms)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN held.expire <= now_ms THEN 0 ELSE held.points END,
    expire = CASE WHEN held.expire <= now_ms THEN until_ms ELSE held.expire END
  RETURNING points INTO before;
  IF before = contribution THEN RETURN; END IF;
  UPDATE throttles SET points = contribution WHERE key = pair;
  INSERT INTO throttles AS held (key, points, expire) VALUES (address, contribution - before, until_ms)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN held.expire <= now_ms THEN contribution - before
                  ELSE least(greatest(held.points + contribution - before, -1000000), 1000000) END,
    expire = CASE WHEN held.expire <= now_ms THEN until_ms ELSE held.expire END;
END $$;

-- A sealed ballot names its nominees where no foreign key can see them, so from the first ballot on none of them may be deleted
-- or moved to another election; once the freeze record is signed, the nominees are those it names. The same holds for a
-- rehearsal's ballots until the rehearsal is wiped. While there are only a rehearsal's ballots, a nominee who is not on the
-- ballot may still answer.
CREATE FUNCTION keep_nominees_of_ballots() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  frozen boolean := EXISTS (SELECT FROM elections WHERE id = OLD.election_id AND frozen_at IS NOT NULL)
    OR EXISTS (SELECT FROM ballots WHERE election_id = OLD.election_id);
  rehearsed boolean := EXISTS (SELECT FROM ballots b JOIN elections e ON e.id = b.election_id
                               WHERE e.rehearsal_of = OLD.election_id);
BEGIN
  IF (frozen OR (rehearsed AND OLD.status IN ('approved', 'pending')))
     AND (TG_OP = 'DELETE' OR NEW.id <> OLD.id OR NEW.election_id <> OLD.election_id OR NEW.status <> OLD.status
          OR NEW.answer IS DISTINCT FROM OLD.answer OR NEW.data IS DISTINCT FROM OLD.data) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'nominees_stay_once_voting_began',
      MESSAGE = 'ballots have been cast for the nominees of this election';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER nominees_stay BEFORE UPDATE OR DELETE ON nominees FOR EACH ROW EXECUTE FUNCTION keep_nominees_of_ballots();

CREATE FUNCTION refuse_late_nominee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM elections WHERE id = NEW.election_id AND frozen_at IS NOT NULL) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'nominees_stay_once_voting_began',
      MESSAGE = 'the nominees of this election are frozen';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER nominees_in_time BEFORE INSERT ON nominees FOR EACH ROW EXECUTE FUNCTION refuse_late_nominee();

-- What voters read about a candidate does not change during voting. A text may still be removed, and everything with the person.
CREATE FUNCTION keep_candidate_profiles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.statement = '' AND NEW.nominee_id = OLD.nominee_id AND NEW.photo = OLD.photo
     AND NEW.own_photo_path IS NOT DISTINCT FROM OLD.own_photo_path THEN
    RETURN NEW;
  END IF;
  IF EXISTS (SELECT FROM nominees n JOIN elections e ON e.id = n.election_id
             WHERE n.id = NEW.nominee_id AND e.frozen_at IS NOT NULL) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'candidate_profiles_stay_once_voting_began',
      MESSAGE = 'people vote for these candidates already';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER candidate_profiles_stay BEFORE INSERT OR UPDATE ON candidate_profiles FOR EACH ROW EXECUTE FUNCTION keep_candidate_profiles();

-- A vote is for a nominee of its own election, or of the one it rehearses. The board has thousands of votes in a row; each
-- nominee's are added up in the same transaction, so it is checked here.
CREATE FUNCTION refuse_votes_for_nobody() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM nominees n JOIN elections e ON n.election_id = coalesce(e.rehearsal_of, e.id)
                 WHERE n.id = NEW.nominee_id AND e.id = NEW.election_id) THEN
    RAISE EXCEPTION USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'votes_for_nominees',
      MESSAGE = 'a vote is for nobody who stands in its election';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER votes_for_nominees BEFORE INSERT ON tallies FOR EACH ROW EXECUTE FUNCTION refuse_votes_for_nobody();

-- A tile of the board only grows. Its bytes are random, so compressing them would be useless, and single leaves are read.
ALTER TABLE board_tiles ALTER COLUMN leaves SET STORAGE EXTERNAL;
CREATE FUNCTION keep_board_tiles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.election_id = OLD.election_id AND NEW.tile = OLD.tile
     AND substring(NEW.leaves FOR length(OLD.leaves)) = OLD.leaves THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'board_tiles_grow', MESSAGE = 'what stands on the board stays as it is';
END $$;
CREATE TRIGGER board_tiles_grow BEFORE UPDATE ON board_tiles FOR EACH ROW EXECUTE FUNCTION keep_board_tiles();

-- Only what was signed in a rehearsal is deleted, with the rehearsal.
CREATE FUNCTION keep_signed_statements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR NOT EXISTS (SELECT FROM elections WHERE id = OLD.election_id AND kind = 'rehearsal') THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'signed_statements_stay',
      MESSAGE = 'what was signed is neither changed nor removed';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER signed_statements_stay BEFORE UPDATE OR DELETE ON signed_statements FOR EACH ROW EXECUTE FUNCTION keep_signed_statements();

-- The audit log chains itself: one append at a time, each hash over the previous one and the entry's exact text. The lock is
-- listed with all others in `src/server/db/locks.ts`.
CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last record;
BEGIN
  PERFORM pg_advisory_xact_lock(7340004);
  SELECT seq, hash INTO last FROM audit_log ORDER BY seq DESC LIMIT 1;
  NEW.seq := coalesce(last.seq, 0) + 1;
  NEW.previous_hash := coalesce(last.hash, repeat('0', 64));
  NEW.hash := encode(sha256(convert_to(NEW.previous_hash || NEW.entry, 'UTF8')), 'hex');
  RETURN NEW;
END $$;
CREATE TRIGGER audit_log_chain BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Accepted entries of a ledger stay: only the mark that it was voided and its statement line are added, and personal data is
-- cleared when the member's data is deleted.
CREATE FUNCTION keep_accepted_dues() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE open_columns text[] := ARRAY['voided', 'line_id', 'reference', 'proof_path', 'reason'];
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - open_columns = to_jsonb(OLD) - open_columns AND NEW.voided >= OLD.voided
     AND (NEW.reference IS NULL OR NEW.reference = OLD.reference)
     AND (NEW.proof_path IS NULL OR NEW.proof_path = OLD.proof_path)
     AND (NEW.reason IS NOT DISTINCT FROM OLD.reason OR NEW.reason = '') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'dues_payments_stay_once_accepted',
    MESSAGE = 'what was accepted into a ledger is neither changed nor removed';
END $$;
CREATE TRIGGER dues_payments_stay BEFORE UPDATE OR DELETE ON dues_payments FOR EACH ROW
  WHEN (OLD.state = 'accepted') EXECUTE FUNCTION keep_accepted_dues();

-- A void takes back exactly one payment of the same member, and marks it. The money did arrive: its statement line belongs to
-- another payment, once that is entered.
CREATE FUNCTION mark_voided_dues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE dues_payments SET voided = true, line_id = null
  WHERE id = NEW.voids AND member_id = NEW.member_id AND kind = 'payment' AND state = 'accepted' AND centavos = -NEW.centavos;
  IF NOT FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'dues_payments_void_of_payment',
      MESSAGE = 'a void takes back one accepted payment of the same member';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER dues_payments_mark_voided AFTER INSERT ON dues_payments FOR EACH ROW
  WHEN (NEW.kind = 'void') EXECUTE FUNCTION mark_voided_dues();

-- Receipts are numbered consecutively: no number is skipped or reused.
CREATE FUNCTION count_receipts_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.last = 1 OR TG_OP = 'UPDATE' AND NEW.year = OLD.year AND NEW.last = OLD.last + 1 THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'dues_receipts_without_gap',
    MESSAGE = 'receipts are numbered without gaps';
END $$;
CREATE TRIGGER dues_receipts_count_up BEFORE INSERT OR UPDATE OR DELETE ON dues_receipts FOR EACH ROW EXECUTE FUNCTION count_receipts_up();

-- When this database was created. Files older than it are not its own to delete.
INSERT INTO installation (key, value) VALUES ('born', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
