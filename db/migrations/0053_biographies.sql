ALTER TABLE "characters" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "characters" ADD COLUMN "about_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "about_checked_at" timestamp with time zone;