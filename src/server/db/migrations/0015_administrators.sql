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
	CONSTRAINT "administrators_jobs_check" CHECK (cardinality("administrators"."jobs") > 0 and "administrators"."jobs" <@ array['membership', 'content', 'elections', 'settings']),
	CONSTRAINT "administrators_former_when_removed" CHECK ("administrators"."former_email" is null or "administrators"."removed_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "administrators" ADD CONSTRAINT "administrators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "administrators" ADD CONSTRAINT "administrators_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "administrators" ADD CONSTRAINT "administrators_removed_by_users_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "former_admin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_can_log_in";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_can_log_in" CHECK (("users"."is_admin" and "users"."email" is not null) or "users"."is_observer" or "users"."former_admin" or ("users"."military_serial" is not null and "users"."birthday" is not null) or "users"."erased_at" is not null);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_former_admins_apart" CHECK (not "users"."former_admin" or (not "users"."is_admin" and not "users"."is_observer" and not "users"."approved" and num_nonnulls("users"."email", "users"."military_serial", "users"."id_number") = 0));--> statement-breakpoint

-- Adds kinds to those that are there, whichever other migrations of these days have added.
DO $$
BEGIN
  EXECUTE (SELECT 'ALTER TABLE emails DROP CONSTRAINT emails_kind_check, ADD CONSTRAINT emails_kind_check CHECK '
             || replace(pg_get_expr(conbin, conrelid), 'ARRAY[',
                  'ARRAY[''administrator invitation''::text, ''administrator change''::text, ')
           FROM pg_constraint WHERE conname = 'emails_kind_check' AND conrelid = 'emails'::regclass);
END $$;
--> statement-breakpoint

-- Whoever is an administrator today can do everything, and goes on. "Site Administrator" was nobody's name: until the person
-- gives their own, their address stands in for it.
INSERT INTO administrators (user_id, jobs, named, invited_at)
SELECT id, array['membership', 'content', 'elections', 'settings'],
  NOT (first_name = 'Site' AND last_name = 'Administrator' AND email IS NOT NULL), created_at
FROM users WHERE is_admin;
--> statement-breakpoint
UPDATE users SET first_name = 'Administrator', last_name = email
WHERE is_admin AND first_name = 'Site' AND last_name = 'Administrator' AND email IS NOT NULL;
