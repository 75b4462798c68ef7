CREATE TABLE "pages" (
	"page" text PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "pages_page_check" CHECK ("pages"."page" in ('home', 'about'))
);
--> statement-breakpoint
CREATE TABLE "page_versions" (
	"page" text NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"saved_by" uuid,
	CONSTRAINT "page_versions_page_version_pk" PRIMARY KEY("page","version")
);
--> statement-breakpoint
CREATE TABLE "links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"section" text NOT NULL,
	"title" text NOT NULL,
	"link" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "links_section_check" CHECK ("links"."section" in ('Whats New', 'Events', 'Programs and Projects', 'Legalities')),
	CONSTRAINT "links_title_present" CHECK (btrim("links"."title") <> ''),
	CONSTRAINT "links_link_safe" CHECK ("links"."link" ~* '^https?://' or "links"."link" like '#%')
);
--> statement-breakpoint

-- A reorder moves several videos, or leaders, in one transaction: their positions are compared when it ends.
CREATE TABLE "videos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"page" text DEFAULT 'featured_stories' NOT NULL,
	"order" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"poster_avif_path" text,
	"poster_webp_path" text,
	CONSTRAINT "videos_page_order_unique" UNIQUE("page","order") DEFERRABLE INITIALLY DEFERRED,
	CONSTRAINT "videos_page_check" CHECK ("videos"."page" in ('featured_stories', 'about')),
	CONSTRAINT "videos_order_from_one" CHECK ("videos"."order" >= 1),
	CONSTRAINT "videos_title_present" CHECK (btrim("videos"."title") <> '')
);
--> statement-breakpoint
CREATE TABLE "leaders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group" text NOT NULL,
	"name" text NOT NULL,
	"rank" text DEFAULT '' NOT NULL,
	"position" text NOT NULL,
	"order" integer NOT NULL,
	"photo_avif_path" text,
	"photo_webp_path" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "leaders_group_order_unique" UNIQUE("group","order") DEFERRABLE INITIALLY DEFERRED,
	CONSTRAINT "leaders_group_check" CHECK ("leaders"."group" in ('Board of Trustees', 'Officers')),
	CONSTRAINT "leaders_name_present" CHECK (btrim("leaders"."name") <> '' and btrim("leaders"."position") <> ''),
	CONSTRAINT "leaders_order_from_one" CHECK ("leaders"."order" >= 1)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "settings_one_row" CHECK ("settings"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_versions" ADD CONSTRAINT "page_versions_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_url_uploads_path_fk" FOREIGN KEY ("url") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_poster_avif_path_uploads_path_fk" FOREIGN KEY ("poster_avif_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_poster_webp_path_uploads_path_fk" FOREIGN KEY ("poster_webp_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaders" ADD CONSTRAINT "leaders_photo_avif_path_uploads_path_fk" FOREIGN KEY ("photo_avif_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaders" ADD CONSTRAINT "leaders_photo_webp_path_uploads_path_fk" FOREIGN KEY ("photo_webp_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "links_section_newest" ON "links" USING btree ("section","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE TRIGGER pages_changed AFTER INSERT OR UPDATE OR DELETE ON pages FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TRIGGER links_changed AFTER INSERT OR UPDATE OR DELETE ON links FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TRIGGER videos_changed AFTER INSERT OR UPDATE OR DELETE ON videos FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TRIGGER leaders_changed AFTER INSERT OR UPDATE OR DELETE ON leaders FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE ON settings FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
