-- Service and region lie in the indexes that lists go along, so that a filter opens no records either.
DROP INDEX users_listed_member;
--> statement-breakpoint
CREATE INDEX users_listed_member ON users (id_number) INCLUDE (id, member_search, withdrawn_at, ms, region)
  WHERE approved AND military_serial IS NOT NULL AND erased_at IS NULL;
--> statement-breakpoint
DROP INDEX users_listed_admin;
--> statement-breakpoint
CREATE INDEX users_listed_admin ON users (id_number) INCLUDE (id, admin_search, ms, region)
  WHERE approved AND military_serial IS NOT NULL AND erased_at IS NULL;
--> statement-breakpoint

-- A member asks for one field of the record to be changed: the new value, or a picture, waits with the request.
ALTER TABLE "privacy_requests" ADD COLUMN "field" text;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD COLUMN "value" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD COLUMN "file_path" text;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_file_path_uploads_path_fk" FOREIGN KEY ("file_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_requests" DROP CONSTRAINT "privacy_requests_kind_check";--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_kind_check" CHECK ("privacy_requests"."kind" in ('correction', 'erasure', 'change'));--> statement-breakpoint
ALTER TABLE "privacy_requests" DROP CONSTRAINT "privacy_requests_outcome_check";--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_outcome_check" CHECK ("privacy_requests"."outcome" in ('done', 'refused', 'taken back'));--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_field_check" CHECK ("privacy_requests"."field" in ('firstName', 'middleName', 'lastName', 'suffix', 'email', 'cellphoneNumber', 'personnelAddress', 'rank', 'unitAssignment', 'unitAddress', 'region', 'bloodType', 'philhealthNumber', 'contactPersonFirstName', 'contactPersonMiddleName', 'contactPersonLastName', 'contactPersonRelationship', 'contactPersonNumber', 'contactPersonEmail', 'profilePicture', 'photoUpload', 'commissionDocument', 'paymentProof', 'signature'));--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_field_of_change" CHECK (("privacy_requests"."kind" = 'change') = ("privacy_requests"."field" is not null));--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_file_while_open" CHECK ("privacy_requests"."file_path" is null or "privacy_requests"."outcome" is null);--> statement-breakpoint
DROP INDEX "privacy_requests_one_open";--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_requests_one_open" ON "privacy_requests" USING btree ("member_id","kind",coalesce(field, '')) WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "privacy_requests_file_path" ON "privacy_requests" USING btree ("file_path") WHERE file_path is not null;
