CREATE TABLE "elections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"seats" jsonb NOT NULL,
	"nomination_opens" timestamp with time zone NOT NULL,
	"nomination_closes" timestamp with time zone NOT NULL,
	"admin_nomination_closes" timestamp with time zone NOT NULL,
	"candidacy_opens" timestamp with time zone NOT NULL,
	"candidacy_closes" timestamp with time zone NOT NULL,
	"vote_link_opens" timestamp with time zone NOT NULL,
	"vote_link_closes" timestamp with time zone NOT NULL,
	"voting_opens" timestamp with time zone NOT NULL,
	"voting_closes" timestamp with time zone NOT NULL,
	"results_visible" text DEFAULT 'while voting' NOT NULL,
	"rehearsal" boolean DEFAULT false NOT NULL,
	"candidacy_filing" boolean DEFAULT false NOT NULL,
	"proxy_needs_second_admin" boolean DEFAULT false NOT NULL,
	"certified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"count_closed_at" timestamp with time zone,
	"certified_by" uuid,
	"certificate" jsonb,
	"published_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"traces_purged_at" timestamp with time zone,
	"key_destroyed_at" timestamp with time zone,
	"reminders_requested_at" timestamp with time zone,
	CONSTRAINT "elections_results_visible_check" CHECK ("elections"."results_visible" in ('while voting', 'after close')),
	CONSTRAINT "elections_certified_whole" CHECK (num_nonnulls("elections"."certified_at", "elections"."certified_by", "elections"."certificate") in (0, 3)),
	CONSTRAINT "elections_windows_in_order" CHECK ("elections"."nomination_opens" < "elections"."nomination_closes" and "elections"."candidacy_opens" < "elections"."candidacy_closes" and "elections"."vote_link_opens" < "elections"."vote_link_closes" and "elections"."voting_opens" < "elections"."voting_closes" and "elections"."nomination_closes" <= "elections"."voting_opens")
);
--> statement-breakpoint
CREATE TABLE "nominees" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"election_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"nominated_by" uuid NOT NULL,
	"data" jsonb NOT NULL,
	"status" text DEFAULT 'approved' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "nominees_once_per_election" UNIQUE("election_id","user_id"),
	CONSTRAINT "nominees_status_check" CHECK ("nominees"."status" in ('approved', 'pending'))
);
--> statement-breakpoint
CREATE TABLE "candidates_files" (
	"election_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"filepath" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "candidates_files_election_id_user_id_pk" PRIMARY KEY("election_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "ballots" (
	"election_id" uuid NOT NULL,
	"voter_id" uuid NOT NULL,
	"rehearsal" boolean DEFAULT false NOT NULL,
	"proxy_by" uuid,
	"confirmed_by" uuid,
	"voter_region" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"counted" boolean DEFAULT false NOT NULL,
	"authority" text,
	"authority_path" text,
	CONSTRAINT "ballots_voter_id_election_id_rehearsal_pk" PRIMARY KEY("voter_id","election_id","rehearsal"),
	CONSTRAINT "ballots_region_check" CHECK ("ballots"."voter_region" in ('NCR', 'Luzon', 'Visayas', 'Mindanao')),
	CONSTRAINT "ballots_proxy_by_another" CHECK ("ballots"."proxy_by" <> "ballots"."voter_id"),
	CONSTRAINT "ballots_proxy_by_authority" CHECK (("ballots"."proxy_by" is null) = ("ballots"."authority" is null)),
	CONSTRAINT "ballots_confirmed_by_a_second" CHECK ("ballots"."confirmed_by" is null or coalesce("ballots"."confirmed_by" <> "ballots"."proxy_by", false))
);
--> statement-breakpoint
CREATE TABLE "votes" (
	"election_id" uuid NOT NULL,
	"rehearsal" boolean DEFAULT false NOT NULL,
	"tracker" text NOT NULL,
	"contest" text NOT NULL,
	"nominee_id" uuid NOT NULL,
	"nominee_data" jsonb NOT NULL,
	"region" text NOT NULL,
	CONSTRAINT "votes_region_check" CHECK ("votes"."region" in ('NCR', 'Luzon', 'Visayas', 'Mindanao'))
);
--> statement-breakpoint
CREATE TABLE "tallies" (
	"election_id" uuid NOT NULL,
	"rehearsal" boolean DEFAULT false NOT NULL,
	"nominee_id" uuid NOT NULL,
	"votes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tallies_election_id_rehearsal_nominee_id_pk" PRIMARY KEY("election_id","rehearsal","nominee_id"),
	CONSTRAINT "tallies_not_negative" CHECK ("tallies"."votes" >= 0)
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
CREATE TABLE "pending_proxies" (
	"election_id" uuid NOT NULL,
	"voter_id" uuid NOT NULL,
	"asked_by" uuid NOT NULL,
	"authority" text NOT NULL,
	"authority_path" text,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pending_proxies_election_id_voter_id_pk" PRIMARY KEY("election_id","voter_id")
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
CREATE TABLE "schedule_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"election_id" uuid NOT NULL,
	"field" text NOT NULL,
	"before" timestamp with time zone NOT NULL,
	"after" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "voter_emails" (
	"election_id" uuid NOT NULL,
	"voter_id" uuid NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "voter_emails_voter_id_election_id_kind_pk" PRIMARY KEY("voter_id","election_id","kind"),
	CONSTRAINT "voter_emails_kind_check" CHECK ("voter_emails"."kind" in ('reminder', 'cast', 'proxy'))
);
--> statement-breakpoint
ALTER TABLE "elections" ADD CONSTRAINT "elections_certified_by_users_id_fk" FOREIGN KEY ("certified_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_nominated_by_users_id_fk" FOREIGN KEY ("nominated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidates_files" ADD CONSTRAINT "candidates_files_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidates_files" ADD CONSTRAINT "candidates_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidates_files" ADD CONSTRAINT "candidates_files_filepath_uploads_path_fk" FOREIGN KEY ("filepath") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_voter_id_users_id_fk" FOREIGN KEY ("voter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_proxy_by_users_id_fk" FOREIGN KEY ("proxy_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_authority_path_uploads_path_fk" FOREIGN KEY ("authority_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tallies" ADD CONSTRAINT "tallies_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tallies" ADD CONSTRAINT "tallies_nominee_id_nominees_id_fk" FOREIGN KEY ("nominee_id") REFERENCES "public"."nominees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turnout" ADD CONSTRAINT "turnout_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_proxies" ADD CONSTRAINT "pending_proxies_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_proxies" ADD CONSTRAINT "pending_proxies_voter_id_users_id_fk" FOREIGN KEY ("voter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_proxies" ADD CONSTRAINT "pending_proxies_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_proxies" ADD CONSTRAINT "pending_proxies_authority_path_uploads_path_fk" FOREIGN KEY ("authority_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tie_decisions" ADD CONSTRAINT "tie_decisions_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tie_decisions" ADD CONSTRAINT "tie_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_changes" ADD CONSTRAINT "schedule_changes_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voter_emails" ADD CONSTRAINT "voter_emails_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voter_emails" ADD CONSTRAINT "voter_emails_voter_id_users_id_fk" FOREIGN KEY ("voter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "elections_title_unique" ON "elections" USING btree (fold_text(btrim(regexp_replace("title", '[[:space:]]+', ' ', 'g'))));--> statement-breakpoint
CREATE INDEX "ballots_proxy_by" ON "ballots" USING btree ("proxy_by") WHERE proxy_by is not null;--> statement-breakpoint
CREATE INDEX "ballots_confirmed_by" ON "ballots" USING btree ("confirmed_by") WHERE confirmed_by is not null;--> statement-breakpoint
CREATE INDEX "ballots_authority" ON "ballots" USING btree ("authority_path") WHERE authority_path is not null;--> statement-breakpoint
CREATE INDEX "ballots_uncounted" ON "ballots" USING btree ("election_id","rehearsal") WHERE not counted;--> statement-breakpoint
CREATE INDEX "votes_tracker" ON "votes" USING btree ("election_id","tracker");--> statement-breakpoint
CREATE INDEX "schedule_changes_election" ON "schedule_changes" USING btree ("election_id","changed_at");
--> statement-breakpoint
CREATE TRIGGER elections_changed AFTER INSERT OR UPDATE OR DELETE ON elections FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TRIGGER nominees_changed AFTER INSERT OR UPDATE OR DELETE ON nominees FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint

-- A sealed ballot names its nominees where no foreign key sees them, so from the first ballot on none of them may go or be
-- moved to another election. A rehearsal's ballots rest on them, too; who ends the rehearsal wipes them.
CREATE FUNCTION keep_nominees_of_ballots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM ballots WHERE election_id = OLD.election_id)
     AND (TG_OP = 'DELETE' OR NEW.id <> OLD.id OR NEW.election_id <> OLD.election_id OR NEW.status <> OLD.status
          OR NEW.data IS DISTINCT FROM OLD.data) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'nominees_stay_once_voting_began',
      MESSAGE = 'ballots have been cast for the nominees of this election';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER nominees_stay BEFORE UPDATE OR DELETE ON nominees FOR EACH ROW EXECUTE FUNCTION keep_nominees_of_ballots();
--> statement-breakpoint

-- Looked up vote by vote, foreign keys would cost two thirds of counting a ballot. Votes come by the thousand, so they are
-- compared with the nominees at once, and more closely: each must be for a nominee of its own election. That a nominee with
-- votes stays is seen to by the tallies, which hold one by a foreign key.
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
