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
--> statement-breakpoint
CREATE TABLE "account_marks" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"mark" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "administrators" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"jobs" text[] NOT NULL,
	"named" boolean DEFAULT true NOT NULL,
	"invited_by" uuid,
	"invited_at" timestamp with time zone NOT NULL,
	"last_login_at" timestamp with time zone,
	"removed_by" uuid,
	"removed_at" timestamp with time zone,
	"former_email" text,
	"digest" boolean DEFAULT true NOT NULL,
	"digest_day" date,
	CONSTRAINT "administrators_jobs_check" CHECK (cardinality("administrators"."jobs") > 0 and "administrators"."jobs" <@ array['membership', 'content', 'elections', 'settings', 'treasury']),
	CONSTRAINT "administrators_former_when_removed" CHECK ("administrators"."former_email" is null or "administrators"."removed_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "assigned_numbers" (
	"id_number" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"entry" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"action" text GENERATED ALWAYS AS (((entry::json) ->> 'action')) STORED,
	"actor" text GENERATED ALWAYS AS (((entry::json) ->> 'actor')) STORED,
	"subject" text GENERATED ALWAYS AS (((entry::json) ->> 'subject')) STORED,
	"at" text GENERATED ALWAYS AS (((entry::json) ->> 'at')) STORED,
	CONSTRAINT "audit_log_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"place" text NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"files" integer DEFAULT 0 NOT NULL,
	"error" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "backups_kind_check" CHECK ("backups"."kind" in ('scheduled', 'manual')),
	CONSTRAINT "backups_state_check" CHECK ("backups"."state" in ('running', 'done', 'failed')),
	CONSTRAINT "backups_place_check" CHECK ("backups"."place" in ('folder', 's3')),
	CONSTRAINT "backups_finished" CHECK (("backups"."state" = 'running') = ("backups"."finished_at" is null))
);
--> statement-breakpoint
CREATE TABLE "ballots" (
	"election_id" uuid NOT NULL,
	"voter_id" uuid NOT NULL,
	"proxy_by" uuid,
	"confirmed_by" uuid,
	"authority" text,
	"authority_path" text,
	"helped" boolean DEFAULT false NOT NULL,
	"voter_region" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"counted" boolean DEFAULT false NOT NULL,
	"receipt_mark" "bytea",
	CONSTRAINT "ballots_voter_id_election_id_pk" PRIMARY KEY("voter_id","election_id"),
	CONSTRAINT "ballots_receipt_once" UNIQUE("election_id","receipt_mark"),
	CONSTRAINT "ballots_region_check" CHECK ("ballots"."voter_region" in ('NCR', 'Luzon', 'Visayas', 'Mindanao', 'Not stated')),
	CONSTRAINT "ballots_proxy_by_another" CHECK ("ballots"."proxy_by" <> "ballots"."voter_id"),
	CONSTRAINT "ballots_helped_are_own" CHECK (not "ballots"."helped" or "ballots"."proxy_by" is null),
	CONSTRAINT "ballots_proxy_by_authority" CHECK (("ballots"."proxy_by" is null) = ("ballots"."authority" is null)),
	CONSTRAINT "ballots_confirmed_by_a_second" CHECK ("ballots"."confirmed_by" is null or coalesce("ballots"."confirmed_by" <> "ballots"."proxy_by", false))
);
--> statement-breakpoint
CREATE TABLE "board_tiles" (
	"election_id" uuid NOT NULL,
	"tile" integer NOT NULL,
	"leaves" "bytea" NOT NULL,
	"root" "bytea",
	CONSTRAINT "board_tiles_election_id_tile_pk" PRIMARY KEY("election_id","tile"),
	CONSTRAINT "board_tiles_sizes" CHECK ("board_tiles"."tile" >= 0 and length("board_tiles"."leaves") between 33 and 8448 and length("board_tiles"."leaves") % 33 = 0
        and (length("board_tiles"."leaves") = 8448) = ("board_tiles"."root" is not null) and length("board_tiles"."root") = 32)
);
--> statement-breakpoint
CREATE TABLE "board_trees" (
	"election_id" uuid PRIMARY KEY NOT NULL,
	"size" integer NOT NULL,
	"roots" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "candidate_profiles" (
	"nominee_id" uuid PRIMARY KEY NOT NULL,
	"statement" text DEFAULT '' NOT NULL,
	"photo" text DEFAULT 'profile picture' NOT NULL,
	"own_photo_path" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "candidate_profiles_short" CHECK (char_length("candidate_profiles"."statement") <= 600),
	CONSTRAINT "candidate_profiles_photo_check" CHECK ("candidate_profiles"."photo" in ('profile picture', 'photo upload', 'own')),
	CONSTRAINT "candidate_profiles_own_photo" CHECK (("candidate_profiles"."photo" = 'own') = ("candidate_profiles"."own_photo_path" is not null))
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
CREATE TABLE "checklist_answers" (
	"item" text PRIMARY KEY NOT NULL,
	CONSTRAINT "checklist_answers_item_check" CHECK ("checklist_answers"."item" in ('wallet', 'second administrator', 'leadership', 'election'))
);
--> statement-breakpoint
CREATE TABLE "cosignatures" (
	"election_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"witness" text NOT NULL,
	"hash" text NOT NULL,
	"signature" "bytea" NOT NULL,
	CONSTRAINT "cosignatures_election_id_number_witness_pk" PRIMARY KEY("election_id","number","witness")
);
--> statement-breakpoint
CREATE TABLE "dues_exemptions" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"given_by" uuid NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dues_exemptions_reason_present" CHECK (btrim("dues_exemptions"."reason") <> '')
);
--> statement-breakpoint
CREATE TABLE "dues_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text DEFAULT 'payment' NOT NULL,
	"centavos" integer NOT NULL,
	"paid_on" date NOT NULL,
	"way" text NOT NULL,
	"reference" text,
	"proof_path" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"voids" uuid,
	"voided" boolean DEFAULT false NOT NULL,
	"receipt_year" integer,
	"receipt_number" integer,
	"paid_until" date,
	"credit" integer,
	"line_id" uuid,
	"sent_by" uuid NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dues_payments_voided_once" UNIQUE("voids"),
	CONSTRAINT "dues_payments_receipt_unique" UNIQUE("receipt_year","receipt_number"),
	CONSTRAINT "dues_payments_kind_check" CHECK ("dues_payments"."kind" in ('payment', 'void', 'brought forward')),
	CONSTRAINT "dues_payments_state_check" CHECK ("dues_payments"."state" in ('waiting', 'asked again', 'refused', 'accepted')),
	CONSTRAINT "dues_payments_amount" CHECK ("dues_payments"."centavos" = 0 and "dues_payments"."kind" = 'brought forward' or "dues_payments"."centavos" > 0 and "dues_payments"."kind" = 'payment' or "dues_payments"."centavos" < 0 and "dues_payments"."kind" = 'void'),
	CONSTRAINT "dues_payments_only_payments_wait" CHECK ("dues_payments"."kind" = 'payment' or "dues_payments"."state" = 'accepted'),
	CONSTRAINT "dues_payments_void_names_its_payment" CHECK (("dues_payments"."kind" = 'void') = ("dues_payments"."voids" is not null)),
	CONSTRAINT "dues_payments_payment_is_voided" CHECK (not "dues_payments"."voided" or ("dues_payments"."kind" <> 'void' and "dues_payments"."state" = 'accepted')),
	CONSTRAINT "dues_payments_reason" CHECK (("dues_payments"."reason" is not null) = ("dues_payments"."kind" = 'void' or "dues_payments"."state" in ('refused', 'asked again')) or "dues_payments"."kind" = 'payment' and "dues_payments"."state" = 'accepted'),
	CONSTRAINT "dues_payments_receipt_when_accepted" CHECK (num_nonnulls("dues_payments"."receipt_year", "dues_payments"."receipt_number") = case when "dues_payments"."state" = 'accepted' and "dues_payments"."kind" <> 'brought forward' then 2 else 0 end),
	CONSTRAINT "dues_payments_settled_when_accepted" CHECK (num_nonnulls("dues_payments"."paid_until", "dues_payments"."credit") = case when "dues_payments"."state" = 'accepted' then 2 else 0 end),
	CONSTRAINT "dues_payments_decided_by_somebody" CHECK (num_nonnulls("dues_payments"."decided_by", "dues_payments"."decided_at") = case when "dues_payments"."state" = 'waiting' then 0 else 2 end),
	CONSTRAINT "dues_payments_line_of_receipt" CHECK ("dues_payments"."line_id" is null or ("dues_payments"."kind" = 'payment' and "dues_payments"."state" = 'accepted' and not "dues_payments"."voided")),
	CONSTRAINT "dues_payments_reference_form" CHECK ("dues_payments"."reference" <> '')
);
--> statement-breakpoint
CREATE TABLE "dues_receipts" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "dues_receipts_counted" CHECK ("dues_receipts"."last" > 0)
);
--> statement-breakpoint
CREATE TABLE "dues_reminders" (
	"member_id" uuid NOT NULL,
	"paid_until" date NOT NULL,
	"kind" text NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dues_reminders_member_id_paid_until_kind_pk" PRIMARY KEY("member_id","paid_until","kind"),
	CONSTRAINT "dues_reminders_kind_check" CHECK ("dues_reminders"."kind" in ('before', 'due', 'grace over'))
);
--> statement-breakpoint
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
	"kind" text DEFAULT 'election' NOT NULL,
	"rehearsal_of" uuid,
	"draft" boolean DEFAULT false NOT NULL,
	"cancelled_at" timestamp with time zone,
	"cancelled_reason" text,
	"candidacy_filing" boolean DEFAULT false NOT NULL,
	"nominees_accept" boolean DEFAULT false NOT NULL,
	"candidates_by_lot" boolean DEFAULT false NOT NULL,
	"proxy_needs_second_admin" boolean DEFAULT false NOT NULL,
	"eligibility_date" timestamp with time zone,
	"good_standing_only" boolean DEFAULT false NOT NULL,
	"package_public" boolean DEFAULT true NOT NULL,
	"roll_frozen_at" timestamp with time zone,
	"frozen_at" timestamp with time zone,
	"count_closed_at" timestamp with time zone,
	"traces_purged_at" timestamp with time zone,
	"certified_at" timestamp with time zone,
	"certified_by" uuid,
	"certificate" jsonb,
	"key_destroyed_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"rolled_back_at" timestamp with time zone,
	"reminders_requested_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "elections_one_rehearsal" UNIQUE("rehearsal_of"),
	CONSTRAINT "elections_kind_check" CHECK ("elections"."kind" in ('election', 'rehearsal')),
	CONSTRAINT "elections_rehearsal_of_another" CHECK (("elections"."kind" = 'rehearsal') = ("elections"."rehearsal_of" is not null) and "elections"."rehearsal_of" <> "elections"."id"),
	CONSTRAINT "elections_rehearsals_untouched" CHECK ("elections"."kind" = 'election' or not "elections"."draft" and num_nonnulls("elections"."roll_frozen_at", "elections"."frozen_at", "elections"."count_closed_at", "elections"."certified_at", "elections"."cancelled_at", "elections"."key_destroyed_at", "elections"."published_at", "elections"."reminders_requested_at") = 0),
	CONSTRAINT "elections_eligible_before_voting" CHECK ("elections"."eligibility_date" <= "elections"."voting_opens"),
	CONSTRAINT "elections_roll_before_record" CHECK ("elections"."frozen_at" is null or "elections"."roll_frozen_at" is not null),
	CONSTRAINT "elections_drafts_untouched" CHECK (not "elections"."draft" or num_nonnulls("elections"."roll_frozen_at", "elections"."frozen_at", "elections"."count_closed_at", "elections"."certified_at", "elections"."cancelled_at") = 0),
	CONSTRAINT "elections_cancelled_whole" CHECK (("elections"."cancelled_at" is null) = ("elections"."cancelled_reason" is null) and coalesce(btrim("elections"."cancelled_reason") <> '', true)),
	CONSTRAINT "elections_cancelled_uncounted" CHECK ("elections"."cancelled_at" is null or num_nonnulls("elections"."count_closed_at", "elections"."certified_at") = 0),
	CONSTRAINT "elections_results_visible_check" CHECK ("elections"."results_visible" in ('while voting', 'after close')),
	CONSTRAINT "elections_certified_whole" CHECK (num_nonnulls("elections"."certified_at", "elections"."certified_by", "elections"."certificate") in (0, 3)),
	CONSTRAINT "elections_windows_in_order" CHECK ("elections"."nomination_opens" < "elections"."nomination_closes" and "elections"."candidacy_opens" < "elections"."candidacy_closes" and "elections"."vote_link_opens" < "elections"."vote_link_closes" and "elections"."voting_opens" < "elections"."voting_closes" and "elections"."nomination_closes" <= "elections"."voting_opens")
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"to" text NOT NULL,
	"kind" text NOT NULL,
	"election_id" uuid,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"html" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"failed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "emails_kind_check" CHECK ("emails"."kind" in ('reminder', 'cast', 'proxy', 'cancelled', 'rollback', 'registration', 'approval', 'rejection', 'withdrawal', 'restoration', 'privacy request', 'privacy answer', 'password link', 'password change', 'one-time code', 'address change', 'test', 'site warning', 'observer invitation', 'nomination', 'administrator invitation', 'administrator change', 'digest', 'proxy waiting', 'dues receipt', 'dues payment', 'dues reminder')),
	CONSTRAINT "emails_about_an_election" CHECK (("emails"."kind" in ('reminder', 'cast', 'proxy', 'cancelled', 'rollback')) = ("emails"."election_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "id_numbering" (
	"prefix" text PRIMARY KEY NOT NULL,
	"last" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone,
	"succeeded_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "leaders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group" text NOT NULL,
	"name" text NOT NULL,
	"rank" text DEFAULT '' NOT NULL,
	"position" text NOT NULL,
	"order" integer NOT NULL,
	"photo_avif_path" text,
	"photo_webp_path" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "leaders_group_order_unique" UNIQUE("group","order"),
	CONSTRAINT "leaders_group_check" CHECK ("leaders"."group" in ('Board of Trustees', 'Officers')),
	CONSTRAINT "leaders_name_present" CHECK (btrim("leaders"."name") <> '' and btrim("leaders"."position") <> ''),
	CONSTRAINT "leaders_order_from_one" CHECK ("leaders"."order" >= 1)
);
--> statement-breakpoint
CREATE TABLE "link_files" (
	"path" text PRIMARY KEY NOT NULL,
	"link_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"section" text NOT NULL,
	"kind" text DEFAULT 'link' NOT NULL,
	"title" text NOT NULL,
	"link" text NOT NULL,
	"slug" text,
	"text" text DEFAULT '' NOT NULL,
	"picture_avif_path" text,
	"picture_webp_path" text,
	"document_path" text,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"place" text DEFAULT '' NOT NULL,
	"draft" boolean DEFAULT false NOT NULL,
	"publish_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "links_slug_unique" UNIQUE("slug"),
	CONSTRAINT "links_section_check" CHECK ("links"."section" in ('Whats New', 'Events', 'Programs and Projects', 'Legalities')),
	CONSTRAINT "links_title_present" CHECK (btrim("links"."title") <> ''),
	CONSTRAINT "links_link_safe" CHECK ("links"."kind" <> 'link' or "links"."link" ~* '^https?://' or "links"."link" like '#%'),
	CONSTRAINT "links_kind_check" CHECK ("links"."kind" in ('link', 'document', 'text')),
	CONSTRAINT "links_only_links_lead_away" CHECK (("links"."kind" = 'link') = ("links"."link" <> '')),
	CONSTRAINT "links_others_have_a_slug" CHECK ("links"."kind" = 'link' or "links"."slug" is not null),
	CONSTRAINT "links_slug_safe" CHECK ("links"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "links_only_texts_are_written" CHECK (("links"."kind" = 'text') = (btrim("links"."text", E' \t\r\n') <> '')),
	CONSTRAINT "links_only_documents_have_one" CHECK (("links"."kind" = 'document') = ("links"."document_path" is not null)),
	CONSTRAINT "links_only_texts_have_pictures" CHECK (("links"."picture_avif_path" is null) = ("links"."picture_webp_path" is null) and ("links"."kind" = 'text' or "links"."picture_webp_path" is null)),
	CONSTRAINT "links_events_have_dates" CHECK ("links"."section" = 'Events' or ("links"."starts_at" is null and "links"."ends_at" is null and "links"."place" = '')),
	CONSTRAINT "links_event_starts" CHECK ("links"."starts_at" is not null or ("links"."ends_at" is null and "links"."place" = '')),
	CONSTRAINT "links_event_ends_after_start" CHECK ("links"."ends_at" is null or "links"."ends_at" > "links"."starts_at"),
	CONSTRAINT "links_drafts_have_no_time" CHECK (not "links"."draft" or "links"."publish_at" is null)
);
--> statement-breakpoint
CREATE TABLE "mailing_files" (
	"path" text PRIMARY KEY NOT NULL,
	"mailing_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailing_recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"mailing_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"outcome" text,
	"settled_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handed_over" boolean DEFAULT false NOT NULL,
	"last_error" text,
	CONSTRAINT "mailing_recipients_once" UNIQUE("mailing_id","member_id"),
	CONSTRAINT "mailing_recipients_outcome_check" CHECK ("mailing_recipients"."outcome" in ('sent', 'failed', 'refused', 'left out', 'unsure')),
	CONSTRAINT "mailing_recipients_settled" CHECK (("mailing_recipients"."outcome" is null) = ("mailing_recipients"."settled_at" is null))
);
--> statement-breakpoint
CREATE TABLE "mailings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"audience" text NOT NULL,
	"sent_by" uuid,
	"sent_at" timestamp with time zone NOT NULL,
	"recipients" integer NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"unsure" integer DEFAULT 0 NOT NULL,
	"stopped_at" timestamp with time zone,
	"stopped_by" uuid,
	"paused_until" timestamp with time zone,
	"pauses" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	CONSTRAINT "mailings_written" CHECK (btrim("mailings"."subject") <> '' and btrim("mailings"."body", E' \t\r\n') <> ''),
	CONSTRAINT "mailings_have_recipients" CHECK ("mailings"."recipients" > 0),
	CONSTRAINT "mailings_counts" CHECK (least("mailings"."sent", "mailings"."failed", "mailings"."refused", "mailings"."left_out", "mailings"."unsure") >= 0 and "mailings"."sent" + "mailings"."failed" + "mailings"."refused" + "mailings"."left_out" + "mailings"."unsure" <= "mailings"."recipients"),
	CONSTRAINT "mailings_stopped_by_somebody" CHECK ("mailings"."stopped_by" is null or "mailings"."stopped_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "member_counts" (
	"state" text PRIMARY KEY NOT NULL,
	"people" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text,
	"created_at" timestamp with time zone NOT NULL,
	"member_since" date,
	"joined_on" date NOT NULL,
	"dues_paid_until" date,
	"missing_document" boolean NOT NULL,
	"missing_payment" boolean NOT NULL,
	"missing_signature" boolean NOT NULL,
	"missing_picture" boolean NOT NULL,
	"own_password" boolean NOT NULL,
	"email_refused" boolean NOT NULL,
	"ms" text,
	"region" text,
	"rank" text,
	"military_status" text,
	"id_number" text,
	"name" text NOT NULL,
	"line" text NOT NULL,
	"email" text,
	"cellphone_number" text
);
--> statement-breakpoint
CREATE TABLE "member_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"written_by" uuid,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "member_notes_text_present" CHECK (btrim("member_notes"."text") <> '')
);
--> statement-breakpoint
CREATE TABLE "nodes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"storage" text NOT NULL,
	"vault" text NOT NULL,
	"clock_offset_ms" integer,
	"draining" boolean DEFAULT false NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nominees" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"election_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"nominated_by" uuid NOT NULL,
	"data" jsonb NOT NULL,
	"status" text DEFAULT 'approved' NOT NULL,
	"pending_reason" text,
	"answer" text,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "nominees_once_per_election" UNIQUE("election_id","user_id"),
	CONSTRAINT "nominees_reason_while_pending" CHECK ("nominees"."pending_reason" is null or "nominees"."status" = 'pending'),
	CONSTRAINT "nominees_status_check" CHECK ("nominees"."status" in ('approved', 'pending', 'asked', 'declined')),
	CONSTRAINT "nominees_answer_check" CHECK ("nominees"."answer" in ('accepted', 'declined')),
	CONSTRAINT "nominees_answered_whole" CHECK (num_nonnulls("nominees"."answer", "nominees"."answered_at") in (0, 2)),
	CONSTRAINT "nominees_answer_fits" CHECK (case "nominees"."status" when 'asked' then "nominees"."answer" is null when 'declined' then coalesce("nominees"."answer", '') = 'declined' when 'approved' then coalesce("nominees"."answer", '') <> 'declined' else true end)
);
--> statement-breakpoint
CREATE TABLE "observers" (
	"election_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"invited_by" uuid NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	CONSTRAINT "observers_election_id_user_id_pk" PRIMARY KEY("election_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"given_by" uuid NOT NULL,
	"waits" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"page" text PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "pages_page_check" CHECK ("pages"."page" in ('home', 'about'))
);
--> statement-breakpoint
CREATE TABLE "page_versions" (
	"page" text NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"saved_by" uuid,
	CONSTRAINT "page_versions_page_version_pk" PRIMARY KEY("page","version")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credential_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "passwords" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"hash" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "privacy_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"details" text DEFAULT '' NOT NULL,
	"field" text,
	"value" text DEFAULT '' NOT NULL,
	"file_path" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"answer" text,
	"answered_at" timestamp with time zone,
	"answered_by" uuid,
	CONSTRAINT "privacy_requests_kind_check" CHECK ("privacy_requests"."kind" in ('correction', 'erasure', 'change')),
	CONSTRAINT "privacy_requests_outcome_check" CHECK ("privacy_requests"."outcome" in ('done', 'refused', 'taken back')),
	CONSTRAINT "privacy_requests_answered_whole" CHECK (num_nonnulls("privacy_requests"."outcome", "privacy_requests"."answered_at", "privacy_requests"."answered_by") in (0, 3)),
	CONSTRAINT "privacy_requests_field_check" CHECK ("privacy_requests"."field" in ('firstName', 'middleName', 'lastName', 'suffix', 'email', 'cellphoneNumber', 'personnelAddress', 'rank', 'unitAssignment', 'unitAddress', 'region', 'height', 'weight', 'bloodType', 'philhealthNumber', 'contactPersonFirstName', 'contactPersonMiddleName', 'contactPersonLastName', 'contactPersonRelationship', 'contactPersonNumber', 'contactPersonEmail', 'profilePicture', 'photoUpload', 'commissionDocument', 'paymentProof', 'signature')),
	CONSTRAINT "privacy_requests_field_of_change" CHECK (("privacy_requests"."kind" = 'change') = ("privacy_requests"."field" is not null)),
	CONSTRAINT "privacy_requests_file_while_open" CHECK ("privacy_requests"."file_path" is null or "privacy_requests"."outcome" is null)
);
--> statement-breakpoint
CREATE TABLE "rejected_applicants" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"rejected_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rejected_applicants_fingerprint_form" CHECK ("rejected_applicants"."fingerprint" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "rejected_payments" (
	"kind" text NOT NULL,
	"sha256" text NOT NULL,
	"rejected_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rejected_payments_kind_sha256_pk" PRIMARY KEY("kind","sha256"),
	CONSTRAINT "rejected_payments_kind_check" CHECK ("rejected_payments"."kind" in ('reference', 'picture')),
	CONSTRAINT "rejected_payments_sha256_form" CHECK ("rejected_payments"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "roll" (
	"election_id" uuid NOT NULL,
	"voter_id" uuid NOT NULL,
	"line" "bytea" NOT NULL,
	"salt" "bytea",
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
CREATE TABLE "schedule_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"election_id" uuid NOT NULL,
	"field" text NOT NULL,
	"before" timestamp with time zone NOT NULL,
	"after" timestamp with time zone NOT NULL,
	"reason" text,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "settings_one_row" CHECK ("settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "signed_statements" (
	"election_id" uuid NOT NULL,
	"type" text NOT NULL,
	"number" integer DEFAULT 0 NOT NULL,
	"statement" text NOT NULL,
	"signature" "bytea" NOT NULL,
	CONSTRAINT "signed_statements_election_id_type_number_pk" PRIMARY KEY("election_id","type","number"),
	CONSTRAINT "signed_statements_type_check" CHECK ("signed_statements"."type" in ('freeze/2', 'correction/1', 'rollback/1', 'head/2', 'decision/1', 'certificate/2', 'witness/1', 'countersignature/1', 'cancellation/1'))
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account" text NOT NULL,
	"day" date NOT NULL,
	"centavos" integer NOT NULL,
	"reference" text,
	"text" text NOT NULL,
	"mentions" text[] NOT NULL,
	"set_aside" text,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statement_lines_once" UNIQUE("sha256"),
	CONSTRAINT "statement_lines_sha256_form" CHECK ("statement_lines"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "statement_lines_came_in" CHECK ("statement_lines"."centavos" > 0),
	CONSTRAINT "statement_lines_reason_present" CHECK (btrim("statement_lines"."set_aside") <> '')
);
--> statement-breakpoint
CREATE TABLE "stray_files" (
	"path" text PRIMARY KEY NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"trashed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "tallies" (
	"election_id" uuid NOT NULL,
	"nominee_id" uuid NOT NULL,
	"votes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tallies_election_id_nominee_id_pk" PRIMARY KEY("election_id","nominee_id"),
	CONSTRAINT "tallies_not_negative" CHECK ("tallies"."votes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "turnout" (
	"election_id" uuid NOT NULL,
	"region" text NOT NULL,
	"cast" integer DEFAULT 0 NOT NULL,
	"counted" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "turnout_election_id_region_pk" PRIMARY KEY("election_id","region"),
	CONSTRAINT "turnout_region_check" CHECK ("turnout"."region" in ('NCR', 'Luzon', 'Visayas', 'Mindanao', 'Not stated')),
	CONSTRAINT "turnout_counted_were_cast" CHECK ("turnout"."counted" between 0 and "turnout"."cast")
);
--> statement-breakpoint
CREATE TABLE "turnout_hours" (
	"election_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"cast" integer NOT NULL,
	CONSTRAINT "turnout_hours_election_id_hour_pk" PRIMARY KEY("election_id","hour"),
	CONSTRAINT "turnout_hours_not_negative" CHECK ("turnout_hours"."cast" >= 0)
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"recovery_codes" text NOT NULL,
	"used_step" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"path" text NOT NULL,
	"bucket" text NOT NULL,
	"owner_id" uuid,
	"state" text DEFAULT 'receiving' NOT NULL,
	"original_name" text DEFAULT '' NOT NULL,
	"mime" text NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"sha256" text,
	"claimed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "uploads_path_unique" UNIQUE("path"),
	CONSTRAINT "uploads_bucket_check" CHECK ("uploads"."bucket" in ('files', 'user_photos', 'signatures', 'videos', 'media', 'candidate_documents', 'announcements', 'mailings', 'dues_proofs')),
	CONSTRAINT "uploads_state_check" CHECK ("uploads"."state" in ('receiving', 'stored', 'discarded')),
	CONSTRAINT "uploads_stored_is_known" CHECK ("uploads"."state" <> 'stored' or ("uploads"."sha256" is not null and "uploads"."size" > 0)),
	CONSTRAINT "uploads_discarded_is_nobodys" CHECK ("uploads"."state" <> 'discarded' or ("uploads"."owner_id" is null and "uploads"."claimed_at" is null and "uploads"."sha256" is null and "uploads"."original_name" = ''))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"approved" boolean DEFAULT false NOT NULL,
	"id_number" text,
	"military_serial" text,
	"withdrawn_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	"first_name" text NOT NULL,
	"middle_name" text,
	"last_name" text NOT NULL,
	"suffix" text,
	"full_name" text GENERATED ALWAYS AS (btrim(first_name || ' ' || last_name)) STORED NOT NULL,
	"email" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"unit_assignment" text,
	"unit_address" text,
	"region" text,
	"rank" text,
	"ms" text,
	"military_status" text,
	"reservist_type" text,
	"rru_checked" boolean DEFAULT false NOT NULL,
	"aru_checked" boolean DEFAULT false NOT NULL,
	"birthday" date,
	"height" text,
	"weight" text,
	"blood_type" text,
	"philhealth_number" text,
	"personnel_address" text,
	"cellphone_number" text,
	"contact_person_first_name" text,
	"contact_person_middle_name" text,
	"contact_person_last_name" text,
	"contact_person_number" text,
	"contact_person_email" text,
	"contact_person_relationship" text,
	"photo_upload_path" text,
	"profile_picture_path" text,
	"commission_document_path" text,
	"payment_proof_path" text,
	"signature_path" text,
	"application_reference" text,
	"returned_at" timestamp with time zone,
	"corrected_at" timestamp with time zone,
	"return_items" text[],
	"return_message" text,
	"approved_at" timestamp with time zone,
	"member_since" date,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_observer" boolean DEFAULT false NOT NULL,
	"former_admin" boolean DEFAULT false NOT NULL,
	"own_password" boolean DEFAULT false NOT NULL,
	"own_password_at" timestamp with time zone,
	"login_helped_at" timestamp with time zone,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"two_factor_name" text,
	"privacy_notice_version" text,
	"privacy_notice_accepted_at" timestamp with time zone,
	"payment_reference" text,
	"health_consent_at" timestamp with time zone,
	"card_token" uuid DEFAULT gen_random_uuid() NOT NULL,
	"unsubscribed_at" timestamp with time zone,
	"email_refused_at" timestamp with time zone,
	"dues_paid_until" date,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_id_number_unique" UNIQUE("id_number"),
	CONSTRAINT "users_military_serial_unique" UNIQUE("military_serial"),
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_application_reference_unique" UNIQUE("application_reference"),
	CONSTRAINT "users_card_token_unique" UNIQUE("card_token"),
	CONSTRAINT "users_region_check" CHECK ("users"."region" in ('NCR', 'Luzon', 'Visayas', 'Mindanao')),
	CONSTRAINT "users_ms_check" CHECK ("users"."ms" in ('PA', 'PN', 'PAF', 'TAS')),
	CONSTRAINT "users_military_status_check" CHECK ("users"."military_status" in ('Regular', 'Reservist', 'Civilian Human Resource (CHR)')),
	CONSTRAINT "users_reservist_type_check" CHECK ("users"."reservist_type" in ('Ready Reserve', 'Standby Reserve', 'Retired Reserve')),
	CONSTRAINT "users_id_number_format" CHECK ("users"."id_number" ~ '^[A-Z0-9]{1,12}-[0-9]{3}-[0-9]{3}$'),
	CONSTRAINT "users_serial_normalised" CHECK ("users"."military_serial" = upper("users"."military_serial") and "users"."military_serial" !~ '[\s\u2010-\u2015\u2212]'),
	CONSTRAINT "users_member_since_plausible" CHECK ("users"."member_since" >= '1950-01-01'),
	CONSTRAINT "users_email_normalised" CHECK ("users"."email" = lower(btrim("users"."email"))),
	CONSTRAINT "users_names_present" CHECK ("users"."first_name" <> '' and "users"."last_name" <> ''),
	CONSTRAINT "users_can_log_in" CHECK (("users"."is_admin" and "users"."email" is not null) or "users"."is_observer" or "users"."former_admin" or ("users"."military_serial" is not null and "users"."birthday" is not null) or "users"."erased_at" is not null),
	CONSTRAINT "users_observers_apart" CHECK (not "users"."is_observer" or (not "users"."is_admin" and not "users"."approved" and num_nonnulls("users"."military_serial", "users"."birthday", "users"."id_number") = 0)),
	CONSTRAINT "users_former_admins_apart" CHECK (not "users"."former_admin" or (not "users"."is_admin" and not "users"."is_observer" and not "users"."approved" and num_nonnulls("users"."email", "users"."military_serial", "users"."id_number") = 0)),
	CONSTRAINT "users_refused_address_is_there" CHECK ("users"."email_refused_at" is null or "users"."email" is not null),
	CONSTRAINT "users_erased_is_withdrawn" CHECK ("users"."erased_at" is null or "users"."withdrawn_at" is not null),
	CONSTRAINT "users_numbered_when_approved" CHECK ("users"."id_number" is null or "users"."approved"),
	CONSTRAINT "users_members_approved_numbered" CHECK (not "users"."approved" or "users"."is_admin" or "users"."id_number" is not null),
	CONSTRAINT "users_application_reference_form" CHECK ("users"."application_reference" ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
	CONSTRAINT "users_returned_whole" CHECK (num_nonnulls("users"."returned_at", "users"."corrected_at") = num_nonnulls("users"."return_items") and num_nonnulls("users"."return_items") = num_nonnulls("users"."return_message") and cardinality("users"."return_items") > 0),
	CONSTRAINT "users_returned_is_applicant" CHECK ("users"."return_items" is null or not "users"."approved")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"identifier" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"url" text,
	"host" text,
	"host_id" text,
	"page" text DEFAULT 'featured_stories' NOT NULL,
	"order" integer NOT NULL,
	"poster_avif_path" text,
	"poster_webp_path" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "videos_link_once" UNIQUE("page","host","host_id"),
	CONSTRAINT "videos_page_order_unique" UNIQUE("page","order"),
	CONSTRAINT "videos_page_check" CHECK ("videos"."page" in ('featured_stories', 'about')),
	CONSTRAINT "videos_order_from_one" CHECK ("videos"."order" >= 1),
	CONSTRAINT "videos_title_present" CHECK (btrim("videos"."title") <> ''),
	CONSTRAINT "videos_file_or_link" CHECK (("videos"."url" is null) = ("videos"."host" is not null) and ("videos"."host" is null) = ("videos"."host_id" is null)),
	CONSTRAINT "videos_host_id_safe" CHECK (case "videos"."host" when 'youtube' then "videos"."host_id" ~ '^[A-Za-z0-9_-]{11}$' when 'facebook' then "videos"."host_id" ~ '^[0-9]{5,20}$' else "videos"."host" is null end)
);
--> statement-breakpoint
CREATE TABLE "viewers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"added_by" uuid,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "voter_emails" (
	"election_id" uuid NOT NULL,
	"voter_id" uuid NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "voter_emails_voter_id_election_id_kind_pk" PRIMARY KEY("voter_id","election_id","kind"),
	CONSTRAINT "voter_emails_kind_check" CHECK ("voter_emails"."kind" in ('reminder', 'cast', 'proxy', 'cancelled', 'rollback'))
);
--> statement-breakpoint
ALTER TABLE "account_marks" ADD CONSTRAINT "account_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "administrators" ADD CONSTRAINT "administrators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "administrators" ADD CONSTRAINT "administrators_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "administrators" ADD CONSTRAINT "administrators_removed_by_users_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_voter_id_users_id_fk" FOREIGN KEY ("voter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_proxy_by_users_id_fk" FOREIGN KEY ("proxy_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_authority_path_uploads_path_fk" FOREIGN KEY ("authority_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "board_trees" ADD CONSTRAINT "board_trees_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "candidate_profiles" ADD CONSTRAINT "candidate_profiles_nominee_id_nominees_id_fk" FOREIGN KEY ("nominee_id") REFERENCES "public"."nominees"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "candidate_profiles" ADD CONSTRAINT "candidate_profiles_own_photo_path_uploads_path_fk" FOREIGN KEY ("own_photo_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "candidates_files" ADD CONSTRAINT "candidates_files_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "candidates_files" ADD CONSTRAINT "candidates_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "candidates_files" ADD CONSTRAINT "candidates_files_filepath_uploads_path_fk" FOREIGN KEY ("filepath") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cosignatures" ADD CONSTRAINT "cosignatures_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "dues_exemptions" ADD CONSTRAINT "dues_exemptions_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "dues_exemptions" ADD CONSTRAINT "dues_exemptions_given_by_users_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "dues_payments" ADD CONSTRAINT "dues_payments_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "dues_payments" ADD CONSTRAINT "dues_payments_proof_path_uploads_path_fk" FOREIGN KEY ("proof_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "dues_payments" ADD CONSTRAINT "dues_payments_voids_dues_payments_id_fk" FOREIGN KEY ("voids") REFERENCES "public"."dues_payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "dues_payments" ADD CONSTRAINT "dues_payments_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "dues_payments" ADD CONSTRAINT "dues_payments_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "dues_payments" ADD CONSTRAINT "dues_payments_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "dues_reminders" ADD CONSTRAINT "dues_reminders_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "elections" ADD CONSTRAINT "elections_rehearsal_of_elections_id_fk" FOREIGN KEY ("rehearsal_of") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "elections" ADD CONSTRAINT "elections_certified_by_users_id_fk" FOREIGN KEY ("certified_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "leaders" ADD CONSTRAINT "leaders_photo_avif_path_uploads_path_fk" FOREIGN KEY ("photo_avif_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "leaders" ADD CONSTRAINT "leaders_photo_webp_path_uploads_path_fk" FOREIGN KEY ("photo_webp_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "link_files" ADD CONSTRAINT "link_files_path_uploads_path_fk" FOREIGN KEY ("path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "link_files" ADD CONSTRAINT "link_files_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_picture_avif_path_uploads_path_fk" FOREIGN KEY ("picture_avif_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_picture_webp_path_uploads_path_fk" FOREIGN KEY ("picture_webp_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_document_path_uploads_path_fk" FOREIGN KEY ("document_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mailing_files" ADD CONSTRAINT "mailing_files_path_uploads_path_fk" FOREIGN KEY ("path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mailing_files" ADD CONSTRAINT "mailing_files_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "public"."mailings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "public"."mailings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_stopped_by_users_id_fk" FOREIGN KEY ("stopped_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "member_lines" ADD CONSTRAINT "member_lines_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_written_by_users_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_nominated_by_users_id_fk" FOREIGN KEY ("nominated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "observers" ADD CONSTRAINT "observers_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "observers" ADD CONSTRAINT "observers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "observers" ADD CONSTRAINT "observers_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_given_by_users_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "page_versions" ADD CONSTRAINT "page_versions_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "passwords" ADD CONSTRAINT "passwords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pending_proxies" ADD CONSTRAINT "pending_proxies_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pending_proxies" ADD CONSTRAINT "pending_proxies_voter_id_users_id_fk" FOREIGN KEY ("voter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pending_proxies" ADD CONSTRAINT "pending_proxies_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pending_proxies" ADD CONSTRAINT "pending_proxies_authority_path_uploads_path_fk" FOREIGN KEY ("authority_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_file_path_uploads_path_fk" FOREIGN KEY ("file_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "roll" ADD CONSTRAINT "roll_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "roll" ADD CONSTRAINT "roll_voter_id_users_id_fk" FOREIGN KEY ("voter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "schedule_changes" ADD CONSTRAINT "schedule_changes_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "signed_statements" ADD CONSTRAINT "signed_statements_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tallies" ADD CONSTRAINT "tallies_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tallies" ADD CONSTRAINT "tallies_nominee_id_nominees_id_fk" FOREIGN KEY ("nominee_id") REFERENCES "public"."nominees"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "turnout" ADD CONSTRAINT "turnout_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "turnout_hours" ADD CONSTRAINT "turnout_hours_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_photo_upload_path_uploads_path_fk" FOREIGN KEY ("photo_upload_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_profile_picture_path_uploads_path_fk" FOREIGN KEY ("profile_picture_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_commission_document_path_uploads_path_fk" FOREIGN KEY ("commission_document_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_payment_proof_path_uploads_path_fk" FOREIGN KEY ("payment_proof_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_signature_path_uploads_path_fk" FOREIGN KEY ("signature_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_url_uploads_path_fk" FOREIGN KEY ("url") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_poster_avif_path_uploads_path_fk" FOREIGN KEY ("poster_avif_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_poster_webp_path_uploads_path_fk" FOREIGN KEY ("poster_webp_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "viewers" ADD CONSTRAINT "viewers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "viewers" ADD CONSTRAINT "viewers_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "voter_emails" ADD CONSTRAINT "voter_emails_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "voter_emails" ADD CONSTRAINT "voter_emails_voter_id_users_id_fk" FOREIGN KEY ("voter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","seq");
--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","seq");
--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","seq");
--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");
--> statement-breakpoint
CREATE INDEX "audit_log_owner" ON "audit_log" USING btree (((entry::json) -> 'detail' ->> 'owner')) WHERE ((entry::json) -> 'detail' ->> 'owner') is not null;
--> statement-breakpoint
CREATE INDEX "audit_log_member" ON "audit_log" USING btree (((entry::json) -> 'detail' ->> 'member')) WHERE ((entry::json) -> 'detail' ->> 'member') is not null;
--> statement-breakpoint
CREATE INDEX "audit_log_election" ON "audit_log" USING btree (((entry::json) -> 'detail' ->> 'election')) WHERE ((entry::json) -> 'detail' ->> 'election') is not null;
--> statement-breakpoint
CREATE INDEX "backups_finished_at" ON "backups" USING btree ("finished_at");
--> statement-breakpoint
CREATE INDEX "ballots_proxy_by" ON "ballots" USING btree ("proxy_by") WHERE proxy_by is not null;
--> statement-breakpoint
CREATE INDEX "ballots_confirmed_by" ON "ballots" USING btree ("confirmed_by") WHERE confirmed_by is not null;
--> statement-breakpoint
CREATE INDEX "ballots_authority" ON "ballots" USING btree ("authority_path") WHERE authority_path is not null;
--> statement-breakpoint
CREATE INDEX "ballots_uncounted" ON "ballots" USING btree ("election_id") WHERE not counted;
--> statement-breakpoint
CREATE INDEX "candidate_profiles_own_photo_path" ON "candidate_profiles" USING btree ("own_photo_path") WHERE own_photo_path is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "dues_payments_reference_once" ON "dues_payments" USING btree ("reference") WHERE state = 'accepted' and not voided and reason is null;
--> statement-breakpoint
CREATE INDEX "dues_payments_reference" ON "dues_payments" USING btree ("reference") WHERE reference is not null;
--> statement-breakpoint
CREATE INDEX "dues_payments_member" ON "dues_payments" USING btree ("member_id","decided_at");
--> statement-breakpoint
CREATE INDEX "dues_payments_waiting" ON "dues_payments" USING btree ("created_at") WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX "dues_payments_decided" ON "dues_payments" USING btree ("decided_at") WHERE state = 'accepted';
--> statement-breakpoint
CREATE INDEX "dues_payments_amount_day" ON "dues_payments" USING btree ("centavos","paid_on") WHERE state = 'accepted';
--> statement-breakpoint
CREATE INDEX "dues_payments_line" ON "dues_payments" USING btree ("line_id") WHERE line_id is not null;
--> statement-breakpoint
CREATE INDEX "dues_payments_proof_path" ON "dues_payments" USING btree ("proof_path") WHERE proof_path is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "elections_title_unique" ON "elections" USING btree (fold_text(btrim(regexp_replace("title", '[[:space:]]+', ' ', 'g')))) WHERE kind = 'election';
--> statement-breakpoint
CREATE INDEX "emails_due" ON "emails" USING btree ("next_try_at") WHERE failed_at is null;
--> statement-breakpoint
CREATE INDEX "emails_failed" ON "emails" USING btree ("failed_at") WHERE failed_at is not null;
--> statement-breakpoint
CREATE INDEX "link_files_link" ON "link_files" USING btree ("link_id");
--> statement-breakpoint
CREATE INDEX "links_section_newest" ON "links" USING btree ("section","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "mailing_files_mailing" ON "mailing_files" USING btree ("mailing_id");
--> statement-breakpoint
CREATE INDEX "mailing_recipients_due" ON "mailing_recipients" USING btree ("mailing_id","next_try_at") WHERE outcome is null;
--> statement-breakpoint
CREATE INDEX "mailing_recipients_handed_over" ON "mailing_recipients" USING btree ("next_try_at") WHERE handed_over and outcome is null;
--> statement-breakpoint
CREATE INDEX "mailing_recipients_member" ON "mailing_recipients" USING btree ("member_id");
--> statement-breakpoint
CREATE INDEX "mailings_sent_at" ON "mailings" USING btree ("sent_at","id");
--> statement-breakpoint
CREATE INDEX "member_lines_search" ON "member_lines" USING gin ("line" gin_trgm_ops,"email" gin_trgm_ops,"cellphone_number" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "member_lines_by_name" ON "member_lines" USING btree (name,"id_number") WHERE state in ('member', 'withdrawn');
--> statement-breakpoint
CREATE INDEX "member_lines_by_joined" ON "member_lines" USING btree (coalesce(member_since, '1949-12-31'),"id_number") WHERE state in ('member', 'withdrawn');
--> statement-breakpoint
CREATE INDEX "member_lines_by_region" ON "member_lines" USING btree (array_position(array['NCR', 'Luzon', 'Visayas', 'Mindanao', null], region),"id_number") WHERE state in ('member', 'withdrawn');
--> statement-breakpoint
CREATE INDEX "member_lines_others" ON "member_lines" USING btree ("state","created_at") WHERE state <> 'member';
--> statement-breakpoint
CREATE INDEX "member_lines_service" ON "member_lines" USING btree ("ms","region","state","id_number","id");
--> statement-breakpoint
CREATE INDEX "member_lines_rank" ON "member_lines" USING btree ("rank","state","id_number","id");
--> statement-breakpoint
CREATE INDEX "member_lines_paid" ON "member_lines" USING btree ("dues_paid_until","joined_on");
--> statement-breakpoint
CREATE INDEX "member_lines_military_status" ON "member_lines" USING btree ("military_status");
--> statement-breakpoint
CREATE INDEX "member_lines_missing_document" ON "member_lines" USING btree ("state","id_number","id") WHERE missing_document;
--> statement-breakpoint
CREATE INDEX "member_lines_missing_payment" ON "member_lines" USING btree ("state","id_number","id") WHERE missing_payment;
--> statement-breakpoint
CREATE INDEX "member_lines_missing_signature" ON "member_lines" USING btree ("state","id_number","id") WHERE missing_signature;
--> statement-breakpoint
CREATE INDEX "member_lines_missing_picture" ON "member_lines" USING btree ("state","id_number","id") WHERE missing_picture;
--> statement-breakpoint
CREATE INDEX "member_lines_birthday_password" ON "member_lines" USING btree ("state","id_number","id") WHERE not own_password;
--> statement-breakpoint
CREATE INDEX "member_lines_email_none" ON "member_lines" USING btree ("state","id_number","id") WHERE email is null;
--> statement-breakpoint
CREATE INDEX "member_lines_email_refused" ON "member_lines" USING btree ("state","id_number","id") WHERE email_refused;
--> statement-breakpoint
CREATE INDEX "member_notes_member" ON "member_notes" USING btree ("member_id","written_at");
--> statement-breakpoint
CREATE INDEX "observers_user" ON "observers" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_requests_one_open" ON "privacy_requests" USING btree ("member_id","kind",coalesce(field, '')) WHERE outcome is null;
--> statement-breakpoint
CREATE INDEX "privacy_requests_open" ON "privacy_requests" USING btree ("due_at") WHERE outcome is null;
--> statement-breakpoint
CREATE INDEX "privacy_requests_file_path" ON "privacy_requests" USING btree ("file_path") WHERE file_path is not null;
--> statement-breakpoint
CREATE INDEX "schedule_changes_election" ON "schedule_changes" USING btree ("election_id","changed_at");
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "statement_lines_in_order" ON "statement_lines" USING btree ("day","id");
--> statement-breakpoint
CREATE INDEX "statement_lines_mentions" ON "statement_lines" USING gin ("mentions");
--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("owner_id");
--> statement-breakpoint
CREATE INDEX "uploads_sha256" ON "uploads" USING btree ("sha256");
--> statement-breakpoint
CREATE INDEX "uploads_unclaimed" ON "uploads" USING btree ("created_at") WHERE claimed_at is null;
--> statement-breakpoint
CREATE INDEX "users_photo_upload_path" ON "users" USING btree ("photo_upload_path") WHERE photo_upload_path is not null;
--> statement-breakpoint
CREATE INDEX "users_profile_picture_path" ON "users" USING btree ("profile_picture_path") WHERE profile_picture_path is not null;
--> statement-breakpoint
CREATE INDEX "users_commission_document_path" ON "users" USING btree ("commission_document_path") WHERE commission_document_path is not null;
--> statement-breakpoint
CREATE INDEX "users_payment_proof_path" ON "users" USING btree ("payment_proof_path") WHERE payment_proof_path is not null;
--> statement-breakpoint
CREATE INDEX "users_signature_path" ON "users" USING btree ("signature_path") WHERE signature_path is not null;
--> statement-breakpoint
CREATE INDEX "users_applied" ON "users" USING btree ("created_at") WHERE not approved;
--> statement-breakpoint
CREATE INDEX "users_returned" ON "users" USING btree ("created_at") WHERE returned_at is not null;
--> statement-breakpoint
CREATE INDEX "users_same_person" ON "users" USING btree ("birthday",fold_text(first_name || ' ' || last_name)) WHERE birthday is not null;
--> statement-breakpoint
CREATE INDEX "users_payment_reference" ON "users" USING btree ("payment_reference") WHERE payment_reference is not null;
--> statement-breakpoint
CREATE INDEX "verifications_user" ON "verifications" USING btree ("user_id");
--> statement-breakpoint
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
