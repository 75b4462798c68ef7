CREATE TABLE "rejected_payments" (
	"kind" text NOT NULL,
	"sha256" text NOT NULL,
	"rejected_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rejected_payments_kind_sha256_pk" PRIMARY KEY("kind","sha256"),
	CONSTRAINT "rejected_payments_kind_check" CHECK ("rejected_payments"."kind" in ('reference', 'picture')),
	CONSTRAINT "rejected_payments_sha256_form" CHECK ("rejected_payments"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "application_reference" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "returned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "return_items" text[];--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "return_message" text;--> statement-breakpoint
CREATE INDEX "users_returned" ON "users" USING btree ("created_at") WHERE returned_at is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_application_reference_unique" UNIQUE("application_reference");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_application_reference_form" CHECK ("users"."application_reference" ~ '^[0-9A-HJKMNP-TV-Z]{12}$');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_returned_whole" CHECK (num_nonnulls("users"."returned_at", "users"."mended_at") = num_nonnulls("users"."return_items") and num_nonnulls("users"."return_items") = num_nonnulls("users"."return_message") and cardinality("users"."return_items") > 0);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_returned_is_applicant" CHECK ("users"."return_items" is null or not "users"."approved");
