ALTER TABLE "child_titles" DROP CONSTRAINT "child_titles_state_check";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "asks_profile" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "locked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "child_titles" ADD CONSTRAINT "child_titles_state_check" CHECK ("child_titles"."state" IN ('allowed', 'blocked', 'asked'));