-- Every node keeps the elections and their nominees at hand; a change, by whatever hand, tells them all to look again.
CREATE TRIGGER elections_changed AFTER INSERT OR UPDATE OR DELETE ON elections FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TRIGGER nominees_changed AFTER INSERT OR UPDATE OR DELETE ON nominees FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint

-- A sealed ballot names its nominees where no foreign key sees them, so from the first ballot on none of them may go.
CREATE FUNCTION keep_nominees_of_ballots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM ballots WHERE election_id = OLD.election_id AND NOT rehearsal)
     AND (TG_OP = 'DELETE' OR NEW.id <> OLD.id OR NEW.status <> OLD.status OR NEW.data IS DISTINCT FROM OLD.data) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'nominees_stay_once_voting_began',
      MESSAGE = 'ballots have been cast for the nominees of this election';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER nominees_stay BEFORE UPDATE OR DELETE ON nominees FOR EACH ROW EXECUTE FUNCTION keep_nominees_of_ballots();
