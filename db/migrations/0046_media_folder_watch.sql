ALTER TABLE "media_folders" ADD COLUMN "stopped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "media_folders" ADD COLUMN "is_watched" boolean DEFAULT true NOT NULL;