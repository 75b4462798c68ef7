CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer DEFAULT 5 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"given_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT true,
	"failed_verification_count" integer DEFAULT 0,
	"locked_until" timestamp with time zone,
	CONSTRAINT "two_factors_user_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "used_two_factor_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "used_two_factor_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"section" text NOT NULL,
	"title" text NOT NULL,
	"link" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "links_section_check" CHECK ("links"."section" in ('Whats New', 'Events', 'Programs and Projects', 'Legalities')),
	CONSTRAINT "links_title_present" CHECK (btrim("links"."title") <> ''),
	CONSTRAINT "links_link_safe" CHECK ("links"."link" ~* '^https?://' or "links"."link" like '#%')
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
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "settings_one_row" CHECK ("settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"page" text DEFAULT 'featured_stories' NOT NULL,
	"order" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "videos_page_order_unique" UNIQUE("page","order"),
	CONSTRAINT "videos_page_check" CHECK ("videos"."page" in ('featured_stories')),
	CONSTRAINT "videos_order_from_one" CHECK ("videos"."order" >= 1),
	CONSTRAINT "videos_title_present" CHECK (btrim("videos"."title") <> '')
);
--> statement-breakpoint
CREATE TABLE "ballots" (
	"election_id" uuid NOT NULL,
	"voter_id" uuid NOT NULL,
	"rehearsal" boolean DEFAULT false NOT NULL,
	"cast_by" uuid NOT NULL,
	"proxy_label" text,
	"voter_region" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"mixed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "ballots_election_id_voter_id_rehearsal_pk" PRIMARY KEY("election_id","voter_id","rehearsal"),
	CONSTRAINT "ballots_region_check" CHECK ("ballots"."voter_region" in ('NCR', 'Luzon', 'Visayas', 'Mindanao')),
	CONSTRAINT "ballots_proxy_labelled" CHECK (("ballots"."cast_by" = "ballots"."voter_id") = ("ballots"."proxy_label" is null))
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
	CONSTRAINT "elections_results_visible_check" CHECK ("elections"."results_visible" in ('while voting', 'after close')),
	CONSTRAINT "elections_windows_in_order" CHECK ("elections"."nomination_opens" < "elections"."nomination_closes" and "elections"."candidacy_opens" < "elections"."candidacy_closes" and "elections"."vote_link_opens" < "elections"."vote_link_closes" and "elections"."voting_opens" < "elections"."voting_closes" and "elections"."nomination_closes" <= "elections"."voting_opens")
);
--> statement-breakpoint
CREATE TABLE "nominees" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"election_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"nominated_by" text NOT NULL,
	"data" jsonb NOT NULL,
	"status" text DEFAULT 'approved' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "nominees_once_per_election" UNIQUE("election_id","user_id"),
	CONSTRAINT "nominees_status_check" CHECK ("nominees"."status" in ('approved', 'pending'))
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
CREATE TABLE "votes" (
	"election_id" uuid NOT NULL,
	"rehearsal" boolean DEFAULT false NOT NULL,
	"tracker" text NOT NULL,
	"contest" text NOT NULL,
	"nominee_id" uuid NOT NULL,
	"nominee_data" jsonb NOT NULL,
	"region" text NOT NULL,
	CONSTRAINT "votes_election_id_rehearsal_tracker_nominee_id_pk" PRIMARY KEY("election_id","rehearsal","tracker","nominee_id"),
	CONSTRAINT "votes_region_check" CHECK ("votes"."region" in ('NCR', 'Luzon', 'Visayas', 'Mindanao'))
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
	CONSTRAINT "uploads_bucket_check" CHECK ("uploads"."bucket" in ('files', 'user_photos', 'signatures', 'videos', 'media', 'candidate_documents')),
	CONSTRAINT "uploads_state_check" CHECK ("uploads"."state" in ('receiving', 'stored')),
	CONSTRAINT "uploads_stored_is_known" CHECK ("uploads"."state" <> 'stored' or ("uploads"."sha256" is not null and "uploads"."size" > 0))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"id_number" text,
	"first_name" text NOT NULL,
	"middle_name" text,
	"last_name" text NOT NULL,
	"suffix" text,
	"full_name" text GENERATED ALWAYS AS (btrim(first_name || ' ' || last_name)) STORED NOT NULL,
	"email" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"military_serial" text,
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
	"approved" boolean DEFAULT false NOT NULL,
	"approved_at" timestamp with time zone,
	"is_admin" boolean DEFAULT false NOT NULL,
	"own_password" boolean DEFAULT false NOT NULL,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"two_factor_name" text,
	"privacy_notice_version" text,
	"privacy_notice_accepted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_id_number_unique" UNIQUE("id_number"),
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_military_serial_unique" UNIQUE("military_serial"),
	CONSTRAINT "users_region_check" CHECK ("users"."region" in ('NCR', 'Luzon', 'Visayas', 'Mindanao')),
	CONSTRAINT "users_ms_check" CHECK ("users"."ms" in ('PA', 'PN', 'PAF', 'TAS')),
	CONSTRAINT "users_military_status_check" CHECK ("users"."military_status" in ('Regular', 'Reservist', 'Civilian Human Resource (CHR)')),
	CONSTRAINT "users_reservist_type_check" CHECK ("users"."reservist_type" in ('Ready Reserve', 'Standby Reserve', 'Retired Reserve')),
	CONSTRAINT "users_id_number_format" CHECK ("users"."id_number" ~ '^[A-Z0-9]{1,12}-[0-9]{3}-[0-9]{3}$'),
	CONSTRAINT "users_serial_normalised" CHECK ("users"."military_serial" = upper("users"."military_serial") and "users"."military_serial" !~ '\s'),
	CONSTRAINT "users_email_normalised" CHECK ("users"."email" = lower(btrim("users"."email"))),
	CONSTRAINT "users_names_present" CHECK ("users"."first_name" <> '' and "users"."last_name" <> ''),
	CONSTRAINT "users_can_log_in" CHECK (("users"."is_admin" and "users"."email" is not null) or ("users"."military_serial" is not null and "users"."birthday" is not null)),
	CONSTRAINT "users_numbered_when_approved" CHECK ("users"."id_number" is null or "users"."approved"),
	CONSTRAINT "users_members_approved_numbered" CHECK (not "users"."approved" or "users"."is_admin" or "users"."id_number" is not null)
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
	CONSTRAINT "audit_log_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "used_two_factor_codes" ADD CONSTRAINT "used_two_factor_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_url_uploads_path_fk" FOREIGN KEY ("url") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_voter_id_users_id_fk" FOREIGN KEY ("voter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_cast_by_users_id_fk" FOREIGN KEY ("cast_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidates_files" ADD CONSTRAINT "candidates_files_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidates_files" ADD CONSTRAINT "candidates_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidates_files" ADD CONSTRAINT "candidates_files_filepath_uploads_path_fk" FOREIGN KEY ("filepath") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tallies" ADD CONSTRAINT "tallies_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tallies" ADD CONSTRAINT "tallies_nominee_id_nominees_id_fk" FOREIGN KEY ("nominee_id") REFERENCES "public"."nominees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_nominee_id_nominees_id_fk" FOREIGN KEY ("nominee_id") REFERENCES "public"."nominees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_photo_upload_path_uploads_path_fk" FOREIGN KEY ("photo_upload_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_profile_picture_path_uploads_path_fk" FOREIGN KEY ("profile_picture_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_commission_document_path_uploads_path_fk" FOREIGN KEY ("commission_document_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_payment_proof_path_uploads_path_fk" FOREIGN KEY ("payment_proof_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_signature_path_uploads_path_fk" FOREIGN KEY ("signature_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "links_section_newest" ON "links" USING btree ("section","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ballots_unmixed" ON "ballots" USING btree ("election_id","rehearsal") WHERE not mixed;--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "uploads_unclaimed" ON "uploads" USING btree ("created_at") WHERE claimed_at is null;--> statement-breakpoint
CREATE INDEX "users_approved_id_number" ON "users" USING btree ("approved","id_number");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_try_at");