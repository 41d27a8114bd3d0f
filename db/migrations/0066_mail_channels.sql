ALTER TABLE "channels" ALTER COLUMN "target_sealed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "timing" text DEFAULT 'now' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "channels_mail_idx" ON "channels" USING btree ("user_id") WHERE "channels"."kind" = 'mail';