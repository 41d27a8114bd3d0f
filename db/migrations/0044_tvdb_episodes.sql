ALTER TABLE "episodes" ADD COLUMN "tvdb_season" integer;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "tvdb_episode" integer;