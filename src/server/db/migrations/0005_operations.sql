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
CREATE TABLE "emails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"to" text NOT NULL,
	"kind" text NOT NULL,
	"election_id" uuid,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "emails_kind_check" CHECK ("emails"."kind" in ('reminder', 'cast', 'proxy', 'registration', 'approval', 'rejection', 'withdrawal', 'restoration', 'privacy request', 'privacy answer', 'password link', 'password change', 'one-time code', 'address change')),
	CONSTRAINT "emails_about_an_election" CHECK (("emails"."kind" in ('reminder', 'cast', 'proxy')) = ("emails"."election_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action");--> statement-breakpoint
CREATE INDEX "audit_log_owner" ON "audit_log" USING btree (((entry::json) -> 'detail' ->> 'owner')) WHERE ((entry::json) -> 'detail' ->> 'owner') is not null;--> statement-breakpoint
CREATE INDEX "emails_due" ON "emails" USING btree ("next_try_at");
--> statement-breakpoint

-- The audit log chains itself: one append at a time, each hash over the one before and the entry's exact text. The lock is
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
--> statement-breakpoint
CREATE TRIGGER audit_log_chain BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint

-- A new email wakes whichever node sends mail.
CREATE TRIGGER emails_added AFTER INSERT ON emails FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
