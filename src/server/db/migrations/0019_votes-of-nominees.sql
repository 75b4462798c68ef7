ALTER TABLE "votes" DROP CONSTRAINT "votes_election_id_elections_id_fk";
--> statement-breakpoint
ALTER TABLE "votes" DROP CONSTRAINT "votes_nominee_id_nominees_id_fk";
--> statement-breakpoint

-- Looked up vote by vote, the two keys cost two thirds of counting a ballot. Votes come by the thousand, so they are compared
-- with the nominees at once, and more closely: each must be for a nominee of its own election. That a nominee with votes
-- stays is seen to by the tallies, which hold one by a foreign key.
CREATE FUNCTION refuse_votes_for_nobody() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT DISTINCT election_id, nominee_id FROM added) chosen
             WHERE NOT EXISTS (SELECT FROM nominees n WHERE n.id = chosen.nominee_id AND n.election_id = chosen.election_id)) THEN
    RAISE EXCEPTION USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'votes_for_nominees',
      MESSAGE = 'a vote is for nobody who stands in its election';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER votes_for_nominees AFTER INSERT ON votes REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_votes_for_nobody();
--> statement-breakpoint
CREATE FUNCTION refuse_moved_vote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'votes_stay', MESSAGE = 'a vote is not moved to another nominee or election';
END $$;
--> statement-breakpoint
CREATE TRIGGER votes_stay BEFORE UPDATE OF election_id, nominee_id ON votes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_moved_vote();
--> statement-breakpoint

-- Nor is a nominee moved to another election from under the ballots.
CREATE OR REPLACE FUNCTION keep_nominees_of_ballots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM ballots WHERE election_id = OLD.election_id)
     AND (TG_OP = 'DELETE' OR NEW.id <> OLD.id OR NEW.election_id <> OLD.election_id OR NEW.status <> OLD.status
          OR NEW.data IS DISTINCT FROM OLD.data) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'nominees_stay_once_voting_began',
      MESSAGE = 'ballots have been cast for the nominees of this election';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
