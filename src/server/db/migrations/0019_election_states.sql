-- Every election that is there has been announced, and goes on.
ALTER TABLE "elections" ADD COLUMN "draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "cancelled_reason" text;--> statement-breakpoint
ALTER TABLE "elections" ADD CONSTRAINT "elections_drafts_untouched" CHECK (not "elections"."draft" or num_nonnulls("elections"."roll_frozen_at", "elections"."frozen_at", "elections"."count_closed_at", "elections"."certified_at", "elections"."cancelled_at") = 0);--> statement-breakpoint
ALTER TABLE "elections" ADD CONSTRAINT "elections_cancelled_whole" CHECK (("elections"."cancelled_at" is null) = ("elections"."cancelled_reason" is null) and coalesce(btrim("elections"."cancelled_reason") <> '', true));--> statement-breakpoint
ALTER TABLE "elections" ADD CONSTRAINT "elections_cancelled_uncounted" CHECK ("elections"."cancelled_at" is null or num_nonnulls("elections"."count_closed_at", "elections"."certified_at") = 0);--> statement-breakpoint
ALTER TABLE "nominees" ADD COLUMN "pending_reason" text;--> statement-breakpoint
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_reason_while_pending" CHECK ("nominees"."pending_reason" is null or "nominees"."status" = 'pending');--> statement-breakpoint
ALTER TABLE "schedule_changes" ADD COLUMN "reason" text;--> statement-breakpoint
CREATE TABLE "turnout_hours" (
	"election_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"cast" integer NOT NULL,
	CONSTRAINT "turnout_hours_election_id_hour_pk" PRIMARY KEY("election_id","hour"),
	CONSTRAINT "turnout_hours_not_negative" CHECK ("turnout_hours"."cast" >= 0)
);
--> statement-breakpoint
ALTER TABLE "turnout_hours" ADD CONSTRAINT "turnout_hours_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signed_statements" DROP CONSTRAINT "signed_statements_type_check";--> statement-breakpoint
ALTER TABLE "signed_statements" ADD CONSTRAINT "signed_statements_type_check" CHECK ("signed_statements"."type" in ('freeze/1', 'correction/1', 'head/1', 'certificate/1', 'countersignature/1', 'cancellation/1'));--> statement-breakpoint
ALTER TABLE "voter_emails" DROP CONSTRAINT "voter_emails_kind_check";--> statement-breakpoint
ALTER TABLE "voter_emails" ADD CONSTRAINT "voter_emails_kind_check" CHECK ("voter_emails"."kind" in ('reminder', 'cast', 'proxy', 'cancelled'));--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_about_an_election";--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_about_an_election" CHECK (("emails"."kind" in ('reminder', 'cast', 'proxy', 'cancelled')) = ("emails"."election_id" is not null));--> statement-breakpoint

-- Adds kinds to those that are there, whichever other migrations of these days have added.
DO $$
BEGIN
  EXECUTE (SELECT 'ALTER TABLE emails DROP CONSTRAINT emails_kind_check, ADD CONSTRAINT emails_kind_check CHECK '
             || replace(pg_get_expr(conbin, conrelid), 'ARRAY[', 'ARRAY[''cancelled''::text, ''proxy waiting''::text, ')
           FROM pg_constraint WHERE conname = 'emails_kind_check' AND conrelid = 'emails'::regclass);
END $$;
