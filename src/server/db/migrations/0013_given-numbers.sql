-- A number on a printed card must never come to mean somebody else, also after its holder got another or left.
INSERT INTO given_numbers (id_number, user_id) SELECT id_number, id FROM users WHERE id_number IS NOT NULL;
--> statement-breakpoint
CREATE FUNCTION keep_given_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO given_numbers (id_number, user_id) VALUES (NEW.id_number, NEW.id) ON CONFLICT DO NOTHING;
  IF NOT FOUND AND NOT EXISTS (SELECT FROM given_numbers g WHERE g.id_number = NEW.id_number AND g.user_id = NEW.id) THEN
    RAISE EXCEPTION USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_id_number_unique',
      MESSAGE = 'this number was given to somebody else before';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_keep_given_number AFTER INSERT OR UPDATE OF id_number ON users FOR EACH ROW
  WHEN (NEW.id_number IS NOT NULL) EXECUTE FUNCTION keep_given_number();
--> statement-breakpoint

-- A rehearsal's ballots rest on the nominees, too; who ends the rehearsal wipes them.
CREATE OR REPLACE FUNCTION keep_nominees_of_ballots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM ballots WHERE election_id = OLD.election_id)
     AND (TG_OP = 'DELETE' OR NEW.id <> OLD.id OR NEW.status <> OLD.status OR NEW.data IS DISTINCT FROM OLD.data) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'nominees_stay_once_voting_began',
      MESSAGE = 'ballots have been cast for the nominees of this election';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
