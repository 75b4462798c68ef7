CREATE TABLE "id_numbering" (
	"prefix" text PRIMARY KEY NOT NULL,
	"last" text NOT NULL
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
	CONSTRAINT "privacy_requests_answered_whole" CHECK (("privacy_requests"."outcome" is null) = ("privacy_requests"."answered_at" is null))
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_can_log_in";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "payment_reference" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "health_consent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "card_token" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "member_search" text GENERATED ALWAYS AS (fold_text(' ' || coalesce(first_name, '') || ' ' || coalesce(middle_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(suffix, '') || ' ' || coalesce(rank, '') || ' ' || coalesce(ms, '') || ' ' || coalesce(region, '') || ' ' || coalesce(unit_assignment, '') || ' ' || coalesce(id_number, ''))) STORED;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "admin_search" text GENERATED ALWAYS AS (fold_text(' ' || coalesce(first_name, '') || ' ' || coalesce(middle_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(suffix, '') || ' ' || coalesce(rank, '') || ' ' || coalesce(ms, '') || ' ' || coalesce(region, '') || ' ' || coalesce(unit_assignment, '') || ' ' || coalesce(id_number, '') || ' ' || coalesce(military_serial, ''))) STORED;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_requests_one_open" ON "privacy_requests" USING btree ("member_id","kind") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "privacy_requests_open" ON "privacy_requests" USING btree ("due_at") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "uploads_sha256" ON "uploads" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "users_applied" ON "users" USING btree ("created_at") WHERE not approved;--> statement-breakpoint
CREATE INDEX "users_payment_reference" ON "users" USING btree ("payment_reference") WHERE payment_reference is not null;--> statement-breakpoint
CREATE INDEX "users_member_search" ON "users" USING gin ("member_search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_admin_search" ON "users" USING gin ("admin_search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_card_token_unique" UNIQUE("card_token");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_erased_is_withdrawn" CHECK ("users"."erased_at" is null or "users"."withdrawn_at" is not null);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_can_log_in" CHECK (("users"."is_admin" and "users"."email" is not null) or ("users"."military_serial" is not null and "users"."birthday" is not null) or "users"."erased_at" is not null);