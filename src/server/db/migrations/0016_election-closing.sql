ALTER TABLE "voter_letters" DROP CONSTRAINT "voter_letters_election_id_voter_id_kind_pk";--> statement-breakpoint
ALTER TABLE "voter_letters" ADD CONSTRAINT "voter_letters_voter_id_election_id_kind_pk" PRIMARY KEY("voter_id","election_id","kind");--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "rewritten_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "burned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "reminders_asked_at" timestamp with time zone;