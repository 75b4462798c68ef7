-- The orders in which administrators list members, beside that of the numbers.
CREATE INDEX users_listed_name ON users (fold_text(last_name || ' ' || first_name), id_number)
  WHERE approved AND military_serial IS NOT NULL AND erased_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_listed_joined ON users (approved_at DESC NULLS LAST, id_number)
  WHERE approved AND military_serial IS NOT NULL AND erased_at IS NULL;
--> statement-breakpoint
-- What administrators look for beside the text of the list; with the number, so that no record is opened.
CREATE INDEX users_listed_contact ON users (id_number) INCLUDE (id, email, cellphone_number)
  WHERE approved AND military_serial IS NOT NULL AND erased_at IS NULL;
--> statement-breakpoint

-- Somebody who applies twice under two serial numbers has the same name and birthday.
CREATE INDEX users_same_person ON users (birthday, fold_text(first_name || ' ' || last_name)) WHERE birthday IS NOT NULL;
--> statement-breakpoint

-- Who was rejected before, by a keyed hash of serial number and birthday alone. The key lies outside the database.
CREATE TABLE "rejected_applicants" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"rejected_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rejected_applicants_fingerprint_form" CHECK ("rejected_applicants"."fingerprint" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint

-- What administrators write down about a member, for one another.
CREATE TABLE "member_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"written_by" uuid,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "member_notes_text_present" CHECK (btrim("member_notes"."text") <> '')
);
--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_written_by_users_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_notes_member" ON "member_notes" USING btree ("member_id","written_at");
