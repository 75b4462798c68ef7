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
CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone,
	"succeeded_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text
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
CREATE TABLE "stray_files" (
	"path" text PRIMARY KEY NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"trashed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_kind_check";--> statement-breakpoint
DROP INDEX "emails_due";--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "backups_finished_at" ON "backups" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "emails_failed" ON "emails" USING btree ("failed_at") WHERE failed_at is not null;--> statement-breakpoint
CREATE INDEX "emails_due" ON "emails" USING btree ("next_try_at") WHERE failed_at is null;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_kind_check" CHECK ("emails"."kind" in ('reminder', 'cast', 'proxy', 'registration', 'approval', 'rejection', 'withdrawal', 'restoration', 'privacy request', 'privacy answer', 'password link', 'password change', 'one-time code', 'address change', 'test', 'site warning'));
--> statement-breakpoint

-- When this database came to be. A file that is older than its database is not the database's to sweep.
INSERT INTO installation (key, value)
SELECT 'born', to_char(coalesce((SELECT min(created_at) FROM users), now()) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
ON CONFLICT (key) DO NOTHING;
