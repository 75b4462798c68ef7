ALTER TABLE "administrators" ADD COLUMN "digest" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "administrators" ADD COLUMN "digest_day" date;--> statement-breakpoint
CREATE TABLE "checklist_answers" (
	"item" text PRIMARY KEY NOT NULL,
	CONSTRAINT "checklist_answers_item_check" CHECK ("checklist_answers"."item" in ('wallet', 'second administrator', 'leadership', 'election'))
);
--> statement-breakpoint

-- Adds a kind to those that are there, whichever other migrations of these days have added.
DO $$
BEGIN
  EXECUTE (SELECT 'ALTER TABLE emails DROP CONSTRAINT emails_kind_check, ADD CONSTRAINT emails_kind_check CHECK '
             || replace(pg_get_expr(conbin, conrelid), 'ARRAY[', 'ARRAY[''digest''::text, ')
           FROM pg_constraint WHERE conname = 'emails_kind_check' AND conrelid = 'emails'::regclass);
END $$;
