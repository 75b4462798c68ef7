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
	CONSTRAINT "uploads_state_check" CHECK ("uploads"."state" in ('receiving', 'stored', 'discarded')),
	CONSTRAINT "uploads_stored_is_known" CHECK ("uploads"."state" <> 'stored' or ("uploads"."sha256" is not null and "uploads"."size" > 0)),
	CONSTRAINT "uploads_discarded_is_nobodys" CHECK ("uploads"."state" <> 'discarded' or ("uploads"."owner_id" is null and "uploads"."claimed_at" is null and "uploads"."sha256" is null and "uploads"."original_name" = ''))
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
	"payment_reference" text,
	"health_consent_at" timestamp with time zone,
	"card_token" uuid DEFAULT gen_random_uuid() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"member_search" text GENERATED ALWAYS AS (fold_text(' ' || coalesce(first_name, '') || ' ' || coalesce(middle_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(suffix, '') || ' ' || coalesce(rank, '') || ' ' || coalesce(ms, '') || ' ' || coalesce(region, '') || ' ' || coalesce(unit_assignment, '') || ' ' || coalesce(id_number, ''))) STORED,
	"admin_search" text GENERATED ALWAYS AS (fold_text(' ' || coalesce(first_name, '') || ' ' || coalesce(middle_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(suffix, '') || ' ' || coalesce(rank, '') || ' ' || coalesce(ms, '') || ' ' || coalesce(region, '') || ' ' || coalesce(unit_assignment, '') || ' ' || coalesce(id_number, '') || ' ' || coalesce(military_serial, ''))) STORED,
	"login_helped_at" timestamp with time zone,
	CONSTRAINT "users_id_number_unique" UNIQUE("id_number"),
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_military_serial_unique" UNIQUE("military_serial"),
	CONSTRAINT "users_card_token_unique" UNIQUE("card_token"),
	CONSTRAINT "users_region_check" CHECK ("users"."region" in ('NCR', 'Luzon', 'Visayas', 'Mindanao')),
	CONSTRAINT "users_ms_check" CHECK ("users"."ms" in ('PA', 'PN', 'PAF', 'TAS')),
	CONSTRAINT "users_military_status_check" CHECK ("users"."military_status" in ('Regular', 'Reservist', 'Civilian Human Resource (CHR)')),
	CONSTRAINT "users_reservist_type_check" CHECK ("users"."reservist_type" in ('Ready Reserve', 'Standby Reserve', 'Retired Reserve')),
	CONSTRAINT "users_id_number_format" CHECK ("users"."id_number" ~ '^[A-Z0-9]{1,12}-[0-9]{3}-[0-9]{3}$'),
	CONSTRAINT "users_serial_normalised" CHECK ("users"."military_serial" = upper("users"."military_serial") and "users"."military_serial" !~ '\s'),
	CONSTRAINT "users_email_normalised" CHECK ("users"."email" = lower(btrim("users"."email"))),
	CONSTRAINT "users_names_present" CHECK ("users"."first_name" <> '' and "users"."last_name" <> ''),
	CONSTRAINT "users_can_log_in" CHECK (("users"."is_admin" and "users"."email" is not null) or ("users"."military_serial" is not null and "users"."birthday" is not null) or "users"."erased_at" is not null),
	CONSTRAINT "users_erased_is_withdrawn" CHECK ("users"."erased_at" is null or "users"."withdrawn_at" is not null),
	CONSTRAINT "users_numbered_when_approved" CHECK ("users"."id_number" is null or "users"."approved"),
	CONSTRAINT "users_members_approved_numbered" CHECK (not "users"."approved" or "users"."is_admin" or "users"."id_number" is not null)
);
--> statement-breakpoint
CREATE TABLE "id_numbering" (
	"prefix" text PRIMARY KEY NOT NULL,
	"last" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assigned_numbers" (
	"id_number" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_counts" (
	"state" text PRIMARY KEY NOT NULL,
	"people" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "privacy_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"details" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"answer" text,
	"answered_at" timestamp with time zone,
	"answered_by" uuid,
	CONSTRAINT "privacy_requests_kind_check" CHECK ("privacy_requests"."kind" in ('correction', 'erasure')),
	CONSTRAINT "privacy_requests_outcome_check" CHECK ("privacy_requests"."outcome" in ('done', 'refused')),
	CONSTRAINT "privacy_requests_answered_whole" CHECK (num_nonnulls("privacy_requests"."outcome", "privacy_requests"."answered_at", "privacy_requests"."answered_by") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_photo_upload_path_uploads_path_fk" FOREIGN KEY ("photo_upload_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_profile_picture_path_uploads_path_fk" FOREIGN KEY ("profile_picture_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_commission_document_path_uploads_path_fk" FOREIGN KEY ("commission_document_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_payment_proof_path_uploads_path_fk" FOREIGN KEY ("payment_proof_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_signature_path_uploads_path_fk" FOREIGN KEY ("signature_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "uploads_sha256" ON "uploads" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "uploads_unclaimed" ON "uploads" USING btree ("created_at") WHERE claimed_at is null;--> statement-breakpoint
CREATE INDEX "users_photo_upload_path" ON "users" USING btree ("photo_upload_path") WHERE photo_upload_path is not null;--> statement-breakpoint
CREATE INDEX "users_profile_picture_path" ON "users" USING btree ("profile_picture_path") WHERE profile_picture_path is not null;--> statement-breakpoint
CREATE INDEX "users_commission_document_path" ON "users" USING btree ("commission_document_path") WHERE commission_document_path is not null;--> statement-breakpoint
CREATE INDEX "users_payment_proof_path" ON "users" USING btree ("payment_proof_path") WHERE payment_proof_path is not null;--> statement-breakpoint
CREATE INDEX "users_signature_path" ON "users" USING btree ("signature_path") WHERE signature_path is not null;--> statement-breakpoint
CREATE INDEX "users_applied" ON "users" USING btree ("created_at") WHERE not approved;--> statement-breakpoint
CREATE INDEX "users_payment_reference" ON "users" USING btree ("payment_reference") WHERE payment_reference is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_requests_one_open" ON "privacy_requests" USING btree ("member_id","kind") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "privacy_requests_open" ON "privacy_requests" USING btree ("due_at") WHERE outcome is null;
--> statement-breakpoint

-- Lists go along these in the order of ID numbers. The text that is searched lies in them, so that a search reads all
-- members without opening their records.
CREATE INDEX users_listed_member ON users (id_number) INCLUDE (id, member_search, withdrawn_at)
  WHERE approved AND military_serial IS NOT NULL AND erased_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_listed_admin ON users (id_number) INCLUDE (id, admin_search)
  WHERE approved AND military_serial IS NOT NULL AND erased_at IS NULL;
--> statement-breakpoint

-- People leave out the hyphens of their serial number, or put in some: a login that finds nobody looks once more without.
CREATE INDEX users_compact_serial ON users (replace(military_serial, '-', '')) WHERE military_serial IS NOT NULL;
--> statement-breakpoint

-- An index answers alone only for records that were tidied since they changed; a fifth of the members is too long to wait.
ALTER TABLE users SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
--> statement-breakpoint

-- A number on a printed card must never come to mean somebody else, also after its holder got another or left.
CREATE FUNCTION keep_given_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO assigned_numbers (id_number, user_id) VALUES (NEW.id_number, NEW.id) ON CONFLICT DO NOTHING;
  IF NOT FOUND AND NOT EXISTS (SELECT FROM assigned_numbers g WHERE g.id_number = NEW.id_number AND g.user_id = NEW.id) THEN
    RAISE EXCEPTION USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_id_number_unique',
      MESSAGE = 'this number was given to somebody else before';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_keep_given_number AFTER INSERT OR UPDATE OF id_number ON users FOR EACH ROW
  WHEN (NEW.id_number IS NOT NULL) EXECUTE FUNCTION keep_given_number();
--> statement-breakpoint

-- How many people there are of each kind. Administrators who are not members, and those who were erased, count as none.
CREATE FUNCTION member_state(approved boolean, withdrawn_at timestamptz, military_serial text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN military_serial IS NULL THEN NULL
    WHEN withdrawn_at IS NOT NULL THEN 'withdrawn'
    WHEN approved THEN 'approved'
    ELSE 'pending' END;
--> statement-breakpoint
INSERT INTO member_counts (state) VALUES ('pending'), ('approved'), ('withdrawn');
--> statement-breakpoint

-- Rows are touched in one order, so that two transactions never wait for each other.
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
--> statement-breakpoint
CREATE FUNCTION count_added_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_member_counts((SELECT jsonb_agg(c) FROM (
    SELECT member_state(approved, withdrawn_at, military_serial) AS state, count(*) AS people FROM added GROUP BY 1) c));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_removed_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_member_counts((SELECT jsonb_agg(c) FROM (
    SELECT member_state(approved, withdrawn_at, military_serial) AS state, -count(*) AS people FROM removed GROUP BY 1) c));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_changed_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_member_counts((SELECT jsonb_agg(c) FROM (
    SELECT state, sum(n) AS people FROM (
      SELECT member_state(approved, withdrawn_at, military_serial) AS state, 1 AS n FROM added
      UNION ALL
      SELECT member_state(approved, withdrawn_at, military_serial), -1 FROM removed) moved GROUP BY 1) c));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_count_added AFTER INSERT ON users REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_added_members();
--> statement-breakpoint
CREATE TRIGGER users_count_removed AFTER DELETE ON users REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_members();
--> statement-breakpoint
CREATE TRIGGER users_count_changed AFTER UPDATE ON users REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_members();
