CREATE TABLE "observers" (
	"election_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"invited_by" uuid NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	CONSTRAINT "observers_election_id_user_id_pk" PRIMARY KEY("election_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_observer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_can_log_in";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_can_log_in" CHECK (("users"."is_admin" and "users"."email" is not null) or "users"."is_observer" or ("users"."military_serial" is not null and "users"."birthday" is not null) or "users"."erased_at" is not null);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_observers_apart" CHECK (not "users"."is_observer" or (not "users"."is_admin" and not "users"."approved" and num_nonnulls("users"."military_serial", "users"."birthday", "users"."id_number") = 0));--> statement-breakpoint
ALTER TABLE "observers" ADD CONSTRAINT "observers_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observers" ADD CONSTRAINT "observers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observers" ADD CONSTRAINT "observers_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "observers_user" ON "observers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_log_election" ON "audit_log" USING btree (((entry::json) -> 'detail' ->> 'election')) WHERE ((entry::json) -> 'detail' ->> 'election') is not null;--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_kind_check";--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_kind_check" CHECK ("emails"."kind" in ('reminder', 'cast', 'proxy', 'registration', 'approval', 'rejection', 'withdrawal', 'restoration', 'privacy request', 'privacy answer', 'password link', 'password change', 'one-time code', 'address change', 'test', 'site warning', 'observer invitation'));
