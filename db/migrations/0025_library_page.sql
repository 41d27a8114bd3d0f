ALTER TABLE "media_decisions" ADD COLUMN "is_anime" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "media_folders" ADD COLUMN "last_scan" jsonb;--> statement-breakpoint
ALTER TABLE "media_folders" ADD COLUMN "skipped_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media_folders" ADD COLUMN "skipped" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "media_decisions" ADD CONSTRAINT "media_decisions_anime_check" CHECK ("media_decisions"."anime_mal_id" IS NULL OR "media_decisions"."is_anime");--> statement-breakpoint
UPDATE "media_files" SET "reason" = '["match.laterVersion"]' WHERE "reason" = 'a later version of it is here';
