ALTER TABLE "mailing_recipients" ADD COLUMN "handed_over" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mailing_recipients" DROP CONSTRAINT "mailing_recipients_outcome_check";--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_outcome_check" CHECK ("mailing_recipients"."outcome" in ('sent', 'failed', 'refused', 'left out', 'unsure'));--> statement-breakpoint
CREATE INDEX "mailing_recipients_handed_over" ON "mailing_recipients" USING btree ("next_try_at") WHERE handed_over and outcome is null;--> statement-breakpoint
ALTER TABLE "mailings" ADD COLUMN "unsure" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mailings" DROP CONSTRAINT "mailings_counts";--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_counts" CHECK (least("mailings"."sent", "mailings"."failed", "mailings"."refused", "mailings"."left_out", "mailings"."unsure") >= 0 and "mailings"."sent" + "mailings"."failed" + "mailings"."refused" + "mailings"."left_out" + "mailings"."unsure" <= "mailings"."recipients");
