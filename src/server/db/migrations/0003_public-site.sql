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
	CONSTRAINT "leaders_group_order_unique" UNIQUE("group","order"),
	CONSTRAINT "leaders_group_check" CHECK ("leaders"."group" in ('Board of Trustees', 'Officers')),
	CONSTRAINT "leaders_name_present" CHECK (btrim("leaders"."name") <> '' and btrim("leaders"."position") <> ''),
	CONSTRAINT "leaders_order_from_one" CHECK ("leaders"."order" >= 1)
);
--> statement-breakpoint
ALTER TABLE "videos" DROP CONSTRAINT "videos_page_check";--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "poster_avif_path" text;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "poster_webp_path" text;--> statement-breakpoint
ALTER TABLE "leaders" ADD CONSTRAINT "leaders_photo_avif_path_uploads_path_fk" FOREIGN KEY ("photo_avif_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaders" ADD CONSTRAINT "leaders_photo_webp_path_uploads_path_fk" FOREIGN KEY ("photo_webp_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_poster_avif_path_uploads_path_fk" FOREIGN KEY ("poster_avif_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_poster_webp_path_uploads_path_fk" FOREIGN KEY ("poster_webp_path") REFERENCES "public"."uploads"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_page_check" CHECK ("videos"."page" in ('featured_stories', 'about'));--> statement-breakpoint
ALTER TABLE leaders DROP CONSTRAINT leaders_group_order_unique;
--> statement-breakpoint
ALTER TABLE leaders ADD CONSTRAINT leaders_group_order_unique UNIQUE ("group", "order") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
CREATE TRIGGER leaders_changed AFTER INSERT OR UPDATE OR DELETE ON leaders FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
