ALTER TABLE "emails" ADD COLUMN "html" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "unsubscribed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_refused_address_is_there" CHECK ("users"."email_refused_at" is null or "users"."email" is not null);--> statement-breakpoint

-- That an address does not exist says nothing about another one, whichever way it was changed.
CREATE FUNCTION forget_refused_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.email_refused_at := NULL;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_forget_refused_address BEFORE UPDATE OF email ON users FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION forget_refused_address();
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
	"stopped_at" timestamp with time zone,
	"stopped_by" uuid,
	"paused_until" timestamp with time zone,
	"pauses" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	CONSTRAINT "mailings_written" CHECK (btrim("mailings"."subject") <> '' and btrim("mailings"."body", E' \t\r\n') <> ''),
	CONSTRAINT "mailings_have_recipients" CHECK ("mailings"."recipients" > 0),
	CONSTRAINT "mailings_counts" CHECK (least("mailings"."sent", "mailings"."failed", "mailings"."refused", "mailings"."left_out") >= 0 and "mailings"."sent" + "mailings"."failed" + "mailings"."refused" + "mailings"."left_out" <= "mailings"."recipients"),
	CONSTRAINT "mailings_stopped_by_somebody" CHECK ("mailings"."stopped_by" is null or "mailings"."stopped_at" is not null)
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
	"last_error" text,
	CONSTRAINT "mailing_recipients_once" UNIQUE("mailing_id","member_id"),
	CONSTRAINT "mailing_recipients_outcome_check" CHECK ("mailing_recipients"."outcome" in ('sent', 'failed', 'refused', 'left out')),
	CONSTRAINT "mailing_recipients_settled" CHECK (("mailing_recipients"."outcome" is null) = ("mailing_recipients"."settled_at" is null))
);
--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_stopped_by_users_id_fk" FOREIGN KEY ("stopped_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "public"."mailings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailings_sent_at" ON "mailings" USING btree ("sent_at","id");--> statement-breakpoint
CREATE INDEX "mailing_recipients_due" ON "mailing_recipients" USING btree ("mailing_id","next_try_at") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "mailing_recipients_member" ON "mailing_recipients" USING btree ("member_id");
