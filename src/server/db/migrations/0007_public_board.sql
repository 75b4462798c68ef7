ALTER TABLE "elections" ADD COLUMN "eligibility_date" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "package_public" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "roll_frozen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "frozen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "elections" ADD CONSTRAINT "elections_eligible_before_voting" CHECK ("elections"."eligibility_date" <= "elections"."voting_opens");--> statement-breakpoint
ALTER TABLE "elections" ADD CONSTRAINT "elections_roll_before_record" CHECK ("elections"."frozen_at" is null or "elections"."roll_frozen_at" is not null);--> statement-breakpoint
ALTER TABLE "ballots" ADD COLUMN "receipt_mark" bytea;--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_receipt_once" UNIQUE("election_id","rehearsal","receipt_mark");--> statement-breakpoint
ALTER TABLE "ballots" DROP CONSTRAINT "ballots_region_check";--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_region_check" CHECK ("ballots"."voter_region" in ('NCR', 'Luzon', 'Visayas', 'Mindanao', 'Not stated'));--> statement-breakpoint
ALTER TABLE "turnout" DROP CONSTRAINT "turnout_region_check";--> statement-breakpoint
ALTER TABLE "turnout" ADD CONSTRAINT "turnout_region_check" CHECK ("turnout"."region" in ('NCR', 'Luzon', 'Visayas', 'Mindanao', 'Not stated'));--> statement-breakpoint

-- Votes as they were counted so far name a service's choices together, which the board never does. Sealed ballots that can still be
-- opened are counted anew, onto the board; of a certified election the certificate stays.
DROP TABLE "votes";--> statement-breakpoint
DELETE FROM "tallies" WHERE election_id IN (SELECT id FROM elections WHERE certified_at IS NULL);--> statement-breakpoint
UPDATE "ballots" SET counted = false WHERE counted AND election_id IN (SELECT id FROM elections WHERE certified_at IS NULL);--> statement-breakpoint
UPDATE "turnout" SET counted = 0 WHERE counted > 0 AND election_id IN (SELECT id FROM elections WHERE certified_at IS NULL);--> statement-breakpoint
UPDATE "elections" SET count_closed_at = NULL, traces_purged_at = NULL WHERE certified_at IS NULL AND count_closed_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE "votes" (
	"election_id" uuid NOT NULL,
	"rehearsal" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"service" text NOT NULL,
	"nominee_id" uuid,
	"nonce" bytea NOT NULL,
	"commitment" bytea NOT NULL,
	CONSTRAINT "votes_election_id_rehearsal_position_pk" PRIMARY KEY("election_id","rehearsal","position"),
	CONSTRAINT "votes_nonce_once" UNIQUE("election_id","rehearsal","nonce"),
	CONSTRAINT "votes_service_check" CHECK ("votes"."service" in ('PA', 'PN', 'PAF', 'TAS')),
	CONSTRAINT "votes_sizes" CHECK ("votes"."position" >= 0 and length("votes"."nonce") = 16 and length("votes"."commitment") = 32)
);
--> statement-breakpoint
CREATE TABLE "board_trees" (
	"election_id" uuid NOT NULL,
	"rehearsal" boolean DEFAULT false NOT NULL,
	"size" integer NOT NULL,
	"roots" bytea NOT NULL,
	CONSTRAINT "board_trees_election_id_rehearsal_pk" PRIMARY KEY("election_id","rehearsal")
);
--> statement-breakpoint
CREATE TABLE "signed_statements" (
	"election_id" uuid NOT NULL,
	"rehearsal" boolean DEFAULT false NOT NULL,
	"type" text NOT NULL,
	"number" integer DEFAULT 0 NOT NULL,
	"statement" text NOT NULL,
	"signature" bytea NOT NULL,
	CONSTRAINT "signed_statements_election_id_rehearsal_type_number_pk" PRIMARY KEY("election_id","rehearsal","type","number"),
	CONSTRAINT "signed_statements_type_check" CHECK ("signed_statements"."type" in ('freeze/1', 'correction/1', 'head/1', 'certificate/1', 'countersignature/1'))
);
--> statement-breakpoint
CREATE TABLE "roll" (
	"election_id" uuid NOT NULL,
	"voter_id" uuid NOT NULL,
	"line" bytea NOT NULL,
	"salt" bytea,
	"serial" text,
	"region" text NOT NULL,
	"added" integer,
	"struck" integer,
	CONSTRAINT "roll_voter_id_election_id_pk" PRIMARY KEY("voter_id","election_id"),
	CONSTRAINT "roll_line_once" UNIQUE("election_id","line"),
	CONSTRAINT "roll_region_check" CHECK ("roll"."region" in ('NCR', 'Luzon', 'Visayas', 'Mindanao', 'Not stated')),
	CONSTRAINT "roll_salt_with_serial" CHECK (("roll"."salt" is null) = ("roll"."serial" is null))
);
--> statement-breakpoint
ALTER TABLE "board_trees" ADD CONSTRAINT "board_trees_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signed_statements" ADD CONSTRAINT "signed_statements_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roll" ADD CONSTRAINT "roll_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roll" ADD CONSTRAINT "roll_voter_id_users_id_fk" FOREIGN KEY ("voter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER votes_for_nominees AFTER INSERT ON votes REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_votes_for_nobody();--> statement-breakpoint
CREATE TRIGGER votes_stay BEFORE UPDATE OF election_id, nominee_id ON votes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_moved_vote();--> statement-breakpoint

-- A blank seat is for nobody, and stands on the board all the same.
CREATE OR REPLACE FUNCTION refuse_votes_for_nobody() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT DISTINCT election_id, nominee_id FROM added WHERE nominee_id IS NOT NULL) chosen
             WHERE NOT EXISTS (SELECT FROM nominees n WHERE n.id = chosen.nominee_id AND n.election_id = chosen.election_id)) THEN
    RAISE EXCEPTION USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'votes_for_nominees',
      MESSAGE = 'a vote is for nobody who stands in its election';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint

-- Once the freeze record is signed, the nominees are those it names; before, a rehearsal's ballots rest on them.
CREATE OR REPLACE FUNCTION keep_nominees_of_ballots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (EXISTS (SELECT FROM elections WHERE id = OLD.election_id AND frozen_at IS NOT NULL)
      OR EXISTS (SELECT FROM ballots WHERE election_id = OLD.election_id))
     AND (TG_OP = 'DELETE' OR NEW.id <> OLD.id OR NEW.election_id <> OLD.election_id OR NEW.status <> OLD.status
          OR NEW.data IS DISTINCT FROM OLD.data) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'nominees_stay_once_voting_began',
      MESSAGE = 'ballots have been cast for the nominees of this election';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_signed_statements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR NOT OLD.rehearsal THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'signed_statements_stay',
      MESSAGE = 'what was signed is neither changed nor removed';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER signed_statements_stay BEFORE UPDATE OR DELETE ON signed_statements FOR EACH ROW EXECUTE FUNCTION keep_signed_statements();
--> statement-breakpoint
CREATE FUNCTION refuse_late_nominee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM elections WHERE id = NEW.election_id AND frozen_at IS NOT NULL) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'nominees_stay_once_voting_began',
      MESSAGE = 'the nominees of this election are frozen';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER nominees_in_time BEFORE INSERT ON nominees FOR EACH ROW EXECUTE FUNCTION refuse_late_nominee();
