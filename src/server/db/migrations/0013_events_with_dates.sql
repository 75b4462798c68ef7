ALTER TABLE "links" ADD COLUMN "starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "place" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "links" DROP CONSTRAINT "links_link_safe";--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_link_safe" CHECK ("links"."link" ~* '^https?://' or "links"."link" like '#%' or "links"."link" ~* '^/([a-z0-9-]+(/[a-z0-9-]+)*)?(#[a-z0-9_-]*)?$');--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_events_have_dates" CHECK ("links"."section" = 'Events' or ("links"."starts_at" is null and "links"."ends_at" is null and "links"."place" = ''));--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_event_starts" CHECK ("links"."starts_at" is not null or ("links"."ends_at" is null and "links"."place" = ''));--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_event_ends_after_start" CHECK ("links"."ends_at" is null or "links"."ends_at" > "links"."starts_at");
