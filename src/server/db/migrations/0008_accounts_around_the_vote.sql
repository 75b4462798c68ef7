-- When the member's own password was chosen; unknown for those chosen before.
ALTER TABLE "users" ADD COLUMN "own_password_at" timestamp with time zone;--> statement-breakpoint

-- Codes are longer now, and wrong tries no longer end one. Those given before cannot be typed any more.
ALTER TABLE "one_time_codes" DROP COLUMN "tries_left";--> statement-breakpoint
DELETE FROM one_time_codes;
