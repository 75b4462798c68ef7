ALTER TABLE "uploads" DROP CONSTRAINT "uploads_bucket_check";--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_bucket_check" CHECK ("uploads"."bucket" in ('files', 'user_photos', 'signatures', 'videos', 'media', 'candidate_documents', 'announcements'));--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "kind" text DEFAULT 'link' NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "picture_avif_path" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "picture_webp_path" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "document_path" text;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_slug_unique" UNIQUE("slug");--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_picture_avif_path_uploads_path_fk" FOREIGN KEY ("picture_avif_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_picture_webp_path_uploads_path_fk" FOREIGN KEY ("picture_webp_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_document_path_uploads_path_fk" FOREIGN KEY ("document_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" DROP CONSTRAINT "links_link_safe";--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_link_safe" CHECK ("links"."kind" <> 'link' or "links"."link" ~* '^https?://' or "links"."link" like '#%' or "links"."link" ~* '^/([a-z0-9-]+(/[a-z0-9-]+)*)?(#[a-z0-9_-]*)?$');--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_kind_check" CHECK ("links"."kind" in ('link', 'document', 'text'));--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_only_links_lead_away" CHECK (("links"."kind" = 'link') = ("links"."link" <> ''));--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_others_have_a_slug" CHECK ("links"."kind" = 'link' or "links"."slug" is not null);--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_slug_safe" CHECK ("links"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$');--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_only_texts_are_written" CHECK (("links"."kind" = 'text') = (btrim("links"."text", E' \t\r\n') <> ''));--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_only_documents_have_one" CHECK (("links"."kind" = 'document') = ("links"."document_path" is not null));--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_only_texts_have_pictures" CHECK (("links"."picture_avif_path" is null) = ("links"."picture_webp_path" is null) and ("links"."kind" = 'text' or "links"."picture_webp_path" is null));--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "at" text GENERATED ALWAYS AS (((entry::json) ->> 'at')) STORED;--> statement-breakpoint
DROP INDEX "audit_log_subject";--> statement-breakpoint
DROP INDEX "audit_log_action";--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","seq");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","seq");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","seq");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");
