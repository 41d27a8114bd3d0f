ALTER TABLE "animes" ADD COLUMN "tags" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "animes" ADD COLUMN "streams" jsonb DEFAULT '[]'::jsonb NOT NULL;