CREATE TABLE "pending_proxies" (
	"election_id" uuid NOT NULL,
	"voter_id" uuid NOT NULL,
	"asked_by" uuid NOT NULL,
	"proxy_label" text NOT NULL,
	"authority" text NOT NULL,
	"authority_path" text,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pending_proxies_election_id_voter_id_pk" PRIMARY KEY("election_id","voter_id")
);
--> statement-breakpoint
CREATE TABLE "schedule_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"election_id" uuid NOT NULL,
	"field" text NOT NULL,
	"before" timestamp with time zone NOT NULL,
	"after" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tie_decisions" (
	"election_id" uuid NOT NULL,
	"ms" text NOT NULL,
	"nominee_ids" jsonb NOT NULL,
	"reason" text NOT NULL,
	"decided_by" uuid NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tie_decisions_election_id_ms_pk" PRIMARY KEY("election_id","ms"),
	CONSTRAINT "tie_decisions_ms_check" CHECK ("tie_decisions"."ms" in ('PA', 'PN', 'PAF', 'TAS')),
	CONSTRAINT "tie_decisions_explained" CHECK (btrim("tie_decisions"."reason") <> '')
);
--> statement-breakpoint
CREATE TABLE "turnout" (
	"election_id" uuid NOT NULL,
	"rehearsal" boolean DEFAULT false NOT NULL,
	"region" text NOT NULL,
	"cast" integer DEFAULT 0 NOT NULL,
	"counted" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "turnout_election_id_rehearsal_region_pk" PRIMARY KEY("election_id","rehearsal","region"),
	CONSTRAINT "turnout_region_check" CHECK ("turnout"."region" in ('NCR', 'Luzon', 'Visayas', 'Mindanao')),
	CONSTRAINT "turnout_counted_were_cast" CHECK ("turnout"."counted" between 0 and "turnout"."cast")
);
--> statement-breakpoint
CREATE TABLE "voter_letters" (
	"election_id" uuid NOT NULL,
	"voter_id" uuid NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "voter_letters_election_id_voter_id_kind_pk" PRIMARY KEY("election_id","voter_id","kind"),
	CONSTRAINT "voter_letters_kind_check" CHECK ("voter_letters"."kind" in ('reminder', 'cast', 'proxy'))
);
--> statement-breakpoint
ALTER TABLE "ballots" ADD COLUMN "authority" text;--> statement-breakpoint
ALTER TABLE "ballots" ADD COLUMN "authority_path" text;--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "shuffled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "certified_by" uuid;--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "certificate" jsonb;--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "elections" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_proxies" ADD CONSTRAINT "pending_proxies_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_proxies" ADD CONSTRAINT "pending_proxies_voter_id_users_id_fk" FOREIGN KEY ("voter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_proxies" ADD CONSTRAINT "pending_proxies_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_proxies" ADD CONSTRAINT "pending_proxies_authority_path_uploads_path_fk" FOREIGN KEY ("authority_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_changes" ADD CONSTRAINT "schedule_changes_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tie_decisions" ADD CONSTRAINT "tie_decisions_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turnout" ADD CONSTRAINT "turnout_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voter_letters" ADD CONSTRAINT "voter_letters_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voter_letters" ADD CONSTRAINT "voter_letters_voter_id_users_id_fk" FOREIGN KEY ("voter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedule_changes_election" ON "schedule_changes" USING btree ("election_id","changed_at");--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_authority_path_uploads_path_fk" FOREIGN KEY ("authority_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_proxy_by_authority" CHECK (("ballots"."proxy_label" is null) = ("ballots"."authority" is null));--> statement-breakpoint
ALTER TABLE "elections" ADD CONSTRAINT "elections_certified_whole" CHECK (("elections"."certified_at" is null) = ("elections"."certificate" is null));