CREATE TABLE "viewers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"added_by" uuid,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "viewers" ADD CONSTRAINT "viewers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewers" ADD CONSTRAINT "viewers_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint

-- Until now viewers were email addresses in the settings. Those of members are taken over; an address that is no member's
-- named nobody, and whoever registers with it must not become a viewer.
INSERT INTO viewers (user_id)
SELECT u.id FROM users u
WHERE u.approved AND NOT u.is_admin AND u.withdrawn_at IS NULL
  AND EXISTS (
    SELECT FROM settings, jsonb_array_elements_text(
      CASE jsonb_typeof(settings.value -> 'viewers') WHEN 'array' THEN settings.value -> 'viewers' ELSE '[]' END) address
    WHERE lower(address) = u.email);
--> statement-breakpoint
UPDATE settings SET value = value - 'viewers' WHERE value ? 'viewers';
--> statement-breakpoint

-- Two serial numbers that a hurried reader takes for one another fold to the same text: `foldSerial` in
-- src/shared/members/serial.ts says the same. An index is made with it, so it must never change its answer for the same text.
CREATE FUNCTION fold_serial(serial text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN regexp_replace(
    translate(
      translate(upper(normalize(left(serial, 200), NFKD)),
        'АВЕЅІЈКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABESIJKMHOPCTYXABEZHIKMNOPTYX'),
      'OQILSBZ|', '00115821'),
    '[^A-Z0-9]', '', 'g');
--> statement-breakpoint
CREATE INDEX users_folded_serial ON users (fold_serial(military_serial)) WHERE military_serial IS NOT NULL;
