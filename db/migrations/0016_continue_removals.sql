-- breaks older releases: removals from Continue watching move to a column with a time
ALTER TABLE "playback_positions" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
-- The time of a removal was not recorded: the last play before it hides the same rows.
UPDATE "playback_positions" SET "removed_at" = "updated_at" WHERE "hidden";--> statement-breakpoint
ALTER TABLE "playback_positions" DROP COLUMN "hidden";
