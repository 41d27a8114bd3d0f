ALTER TABLE "listing_entries" ADD COLUMN "plays_here" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "episode_sources" ADD COLUMN "added_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "episode_sources" ADD COLUMN "audio" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "episode_sources" ADD COLUMN "subtitles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "episodes_video_source_idx" ON "episodes" USING btree ("anime_mal_id") WHERE video_source <> '';--> statement-breakpoint
CREATE INDEX "listing_entries_plays_here_idx" ON "listing_entries" USING btree ("plays_here","mature");--> statement-breakpoint
-- Written by hand: the first definitions of functions, which db/migrations/functions completes.
CREATE FUNCTION plays_here(wanted integer) RETURNS boolean LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM episode_sources s WHERE s.anime_mal_id = wanted)
    OR EXISTS (SELECT FROM episodes e WHERE e.anime_mal_id = wanted AND e.video_source <> '')
$$;--> statement-breakpoint
CREATE FUNCTION refresh_plays_here() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RETURN NULL; END
$$;--> statement-breakpoint
CREATE TRIGGER episode_sources_inserted_plays AFTER INSERT ON episode_sources REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_plays_here();--> statement-breakpoint
CREATE TRIGGER episode_sources_deleted_plays AFTER DELETE ON episode_sources REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_plays_here();--> statement-breakpoint
CREATE TRIGGER episodes_inserted_plays AFTER INSERT ON episodes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_plays_here();--> statement-breakpoint
CREATE TRIGGER episodes_updated_plays AFTER UPDATE ON episodes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_plays_here();--> statement-breakpoint
CREATE TRIGGER episodes_deleted_plays AFTER DELETE ON episodes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_plays_here();--> statement-breakpoint
-- A file was added to the library about when it was written to the disk.
UPDATE episode_sources s SET
  added_at = least(f.modified_at, s.added_at),
  audio = ARRAY(
    SELECT DISTINCT track ->> 'language' FROM jsonb_array_elements(f.container -> 'tracks') AS track
    WHERE track ->> 'kind' = 'audio' AND track ->> 'language' IS NOT NULL),
  subtitles = ARRAY(
    SELECT DISTINCT track ->> 'language' FROM jsonb_array_elements(f.container -> 'tracks') AS track
    WHERE track ->> 'kind' = 'subtitles' AND track ->> 'language' IS NOT NULL)
FROM media_files f WHERE f.id = s.media_file_id;--> statement-breakpoint
UPDATE episode_sources SET added_at = least(checked_at, added_at) WHERE media_file_id IS NULL;--> statement-breakpoint
-- This invalidates the bitmaps, which the next start rebuilds.
UPDATE listing_entries SET plays_here = true WHERE plays_here(mal_id);
