CREATE TABLE "given_numbers" (
	"id_number" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ballots" DROP CONSTRAINT "ballots_cast_by_users_id_fk";
--> statement-breakpoint
ALTER TABLE "ballots" DROP CONSTRAINT "ballots_election_id_voter_id_rehearsal_pk";--> statement-breakpoint
ALTER TABLE "votes" DROP CONSTRAINT "votes_election_id_rehearsal_tracker_nominee_id_pk";--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_voter_id_election_id_rehearsal_pk" PRIMARY KEY("voter_id","election_id","rehearsal");--> statement-breakpoint
CREATE INDEX "ballots_authority" ON "ballots" USING btree ("authority_path") WHERE authority_path is not null;--> statement-breakpoint
CREATE INDEX "votes_tracker" ON "votes" USING btree ("election_id","tracker");