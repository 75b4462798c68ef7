ALTER TABLE "elections" ADD COLUMN "nominees_accept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "nominees" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "nominees" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "nominees" DROP CONSTRAINT "nominees_status_check";--> statement-breakpoint
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_status_check" CHECK ("nominees"."status" in ('approved', 'pending', 'asked', 'declined'));--> statement-breakpoint
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_answer_check" CHECK ("nominees"."answer" in ('accepted', 'declined'));--> statement-breakpoint
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_answered_whole" CHECK (num_nonnulls("nominees"."answer", "nominees"."answered_at") in (0, 2));--> statement-breakpoint
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_answer_fits" CHECK (case "nominees"."status" when 'asked' then "nominees"."answer" is null when 'declined' then coalesce("nominees"."answer", '') = 'declined' when 'approved' then coalesce("nominees"."answer", '') <> 'declined' else true end);--> statement-breakpoint
CREATE TABLE "candidate_profiles" (
	"nominee_id" uuid PRIMARY KEY NOT NULL,
	"statement" text DEFAULT '' NOT NULL,
	"photo" text DEFAULT 'profile picture' NOT NULL,
	"own_photo_path" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "candidate_profiles_short" CHECK (char_length("candidate_profiles"."statement") <= 600),
	CONSTRAINT "candidate_profiles_photo_check" CHECK ("candidate_profiles"."photo" in ('profile picture', 'photo upload', 'own')),
	CONSTRAINT "candidate_profiles_own_photo" CHECK (("candidate_profiles"."photo" = 'own') = ("candidate_profiles"."own_photo_path" is not null))
);
--> statement-breakpoint
ALTER TABLE "candidate_profiles" ADD CONSTRAINT "candidate_profiles_nominee_id_nominees_id_fk" FOREIGN KEY ("nominee_id") REFERENCES "public"."nominees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidate_profiles" ADD CONSTRAINT "candidate_profiles_own_photo_path_uploads_path_fk" FOREIGN KEY ("own_photo_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "candidate_profiles_own_photo_path" ON "candidate_profiles" USING btree ("own_photo_path") WHERE own_photo_path is not null;--> statement-breakpoint

-- Adds a kind to those that are there, whichever other migrations of these days have added.
DO $$
BEGIN
  EXECUTE (SELECT 'ALTER TABLE emails DROP CONSTRAINT emails_kind_check, ADD CONSTRAINT emails_kind_check CHECK '
             || replace(pg_get_expr(conbin, conrelid), 'ARRAY[', 'ARRAY[''nomination''::text, ')
           FROM pg_constraint WHERE conname = 'emails_kind_check' AND conrelid = 'emails'::regclass);
END $$;
--> statement-breakpoint
CREATE TRIGGER candidate_profiles_changed AFTER INSERT OR UPDATE OR DELETE ON candidate_profiles FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint

-- What voters read of a candidate does not change once they vote. A text may still be taken away, and all of it with the person.
CREATE FUNCTION keep_candidate_profiles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.statement = '' AND NEW.nominee_id = OLD.nominee_id AND NEW.photo = OLD.photo
     AND NEW.own_photo_path IS NOT DISTINCT FROM OLD.own_photo_path THEN
    RETURN NEW;
  END IF;
  IF EXISTS (SELECT FROM nominees n JOIN elections e ON e.id = n.election_id
             WHERE n.id = NEW.nominee_id AND e.frozen_at IS NOT NULL) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'candidate_profiles_stay_once_voting_began',
      MESSAGE = 'people vote for these candidates already';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER candidate_profiles_stay BEFORE INSERT OR UPDATE ON candidate_profiles FOR EACH ROW EXECUTE FUNCTION keep_candidate_profiles();
--> statement-breakpoint

-- While only a rehearsal's ballots are there, a nominee who is on no ballot may still answer.
CREATE OR REPLACE FUNCTION keep_nominees_of_ballots() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  frozen boolean := EXISTS (SELECT FROM elections WHERE id = OLD.election_id AND frozen_at IS NOT NULL)
    OR EXISTS (SELECT FROM ballots WHERE election_id = OLD.election_id AND NOT rehearsal);
BEGIN
  IF (frozen OR (OLD.status IN ('approved', 'pending') AND EXISTS (SELECT FROM ballots WHERE election_id = OLD.election_id)))
     AND (TG_OP = 'DELETE' OR NEW.id <> OLD.id OR NEW.election_id <> OLD.election_id OR NEW.status <> OLD.status
          OR NEW.answer IS DISTINCT FROM OLD.answer OR NEW.data IS DISTINCT FROM OLD.data) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'nominees_stay_once_voting_began',
      MESSAGE = 'ballots have been cast for the nominees of this election';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
