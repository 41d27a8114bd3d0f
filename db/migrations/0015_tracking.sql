-- breaks older releases: episodes, scores and tags of list entries move to new columns
-- The number of episodes in a set; of the generated column below.
CREATE FUNCTION count_episodes(episodes int4multirange) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(sum(upper(span) - lower(span)), 0)::int4 FROM unnest(episodes) AS span
$$;--> statement-breakpoint
CREATE TABLE "list_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"anime_mal_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"through" text NOT NULL,
	"batch_id" uuid,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"watched" integer DEFAULT 0 NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rewatches" (
	"user_id" uuid NOT NULL,
	"anime_mal_id" integer NOT NULL,
	"number" integer NOT NULL,
	"started_on" text,
	"finished_on" text,
	"score" smallint,
	"finished" boolean NOT NULL,
	CONSTRAINT "rewatches_user_id_anime_mal_id_number_pk" PRIMARY KEY("user_id","anime_mal_id","number"),
	CONSTRAINT "rewatches_score_check" CHECK ("rewatches"."score" BETWEEN 0 AND 100),
	CONSTRAINT "rewatches_started_on_check" CHECK ("rewatches"."started_on" ~ '^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$'),
	CONSTRAINT "rewatches_finished_on_check" CHECK ("rewatches"."finished_on" ~ '^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$')
);
--> statement-breakpoint
CREATE TABLE "seen_episodes" (
	"user_id" uuid NOT NULL,
	"anime_mal_id" integer NOT NULL,
	"episodes" "int4multirange" NOT NULL,
	"skipped" "int4multirange" DEFAULT '{}' NOT NULL,
	"count" integer GENERATED ALWAYS AS ((count_episodes(episodes))) STORED NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seen_episodes_user_id_anime_mal_id_pk" PRIMARY KEY("user_id","anime_mal_id")
);
--> statement-breakpoint
ALTER TABLE "watch_list_entries" ALTER COLUMN "started_on" SET DATA TYPE text USING to_char("started_on", 'YYYY-MM-DD');--> statement-breakpoint
ALTER TABLE "watch_list_entries" ALTER COLUMN "finished_on" SET DATA TYPE text USING to_char("finished_on", 'YYYY-MM-DD');--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "score_scale" text DEFAULT '10' NOT NULL;--> statement-breakpoint
ALTER TABLE "watch_list_entries" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "watch_list_entries" ADD COLUMN "score" smallint;--> statement-breakpoint
ALTER TABLE "watch_list_entries" ADD COLUMN "priority" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "watch_list_entries" ADD COLUMN "private" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "playback_positions" ADD COLUMN "replayed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "list_events" ADD CONSTRAINT "list_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_events" ADD CONSTRAINT "list_events_anime_mal_id_animes_mal_id_fk" FOREIGN KEY ("anime_mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rewatches" ADD CONSTRAINT "rewatches_entry_fk" FOREIGN KEY ("user_id","anime_mal_id") REFERENCES "public"."watch_list_entries"("user_id","anime_mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seen_episodes" ADD CONSTRAINT "seen_episodes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seen_episodes" ADD CONSTRAINT "seen_episodes_anime_mal_id_animes_mal_id_fk" FOREIGN KEY ("anime_mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "list_events_user_idx" ON "list_events" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "list_events_anime_idx" ON "list_events" USING btree ("user_id","anime_mal_id","at");--> statement-breakpoint
CREATE INDEX "list_events_batch_idx" ON "list_events" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "list_events_day_idx" ON "list_events" USING btree ("user_id","day") WHERE watched <> 0 AND undone_at IS NULL;--> statement-breakpoint
-- Everything from here to the dropped columns carries the old columns over.
ALTER TABLE "watch_list_entries" ADD COLUMN "tag_list" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
UPDATE watch_list_entries SET
  state = CASE
    WHEN type = 'Watching' AND imported_state = 'On-Hold' THEN 'paused'
    WHEN type = 'Watching' AND imported_state = 'Rewatching' THEN 'rewatching'
    WHEN type = 'Collection' AND imported_state = 'Dropped' THEN 'dropped'
    WHEN type = 'Watching' THEN 'watching'
    WHEN type = 'To Watch' THEN 'planned'
    WHEN type = 'Completed' THEN 'completed'
  END,
  score = CASE WHEN own_score > 0 THEN least(own_score, 10) * 10 END,
  tag_list = coalesce((
    SELECT array_agg(tag ORDER BY place) FROM (
      SELECT btrim(part) AS tag, min(place) AS place
      FROM unnest(string_to_array(tags, ',')) WITH ORDINALITY AS split (part, place)
      WHERE btrim(part) <> '' GROUP BY btrim(part)
    ) AS parts
  ), '{}');--> statement-breakpoint
-- One set of seen episodes of what were a count and marks: the first n that are not marked otherwise, and the marked ones.
WITH marks AS (
  SELECT user_id, anime_mal_id, max(updated_at) AS updated_at,
    range_agg(int4range(number, number + 1)) FILTER (
      WHERE watched OR (marked_at IS NULL AND position_seconds >= nullif(duration_seconds, 0) * 0.9)
    ) AS seen,
    coalesce(array_agg(number) FILTER (WHERE NOT watched AND marked_at IS NOT NULL), '{}') AS skipped
  FROM playback_positions GROUP BY user_id, anime_mal_id
), titles AS (
  SELECT mal_id, coalesce(nullif(episodes, 0), CASE WHEN status = 'Finished Airing' THEN (
    SELECT max(number) FROM episodes WHERE anime_mal_id = mal_id) END) AS total
  FROM animes WHERE mal_id IN (SELECT anime_mal_id FROM watch_list_entries)
), counted AS (
  SELECT user_id, anime_mal_id, updated_at, total,
    -- Completed titles without a count were moved there here, which says that all was seen.
    CASE WHEN state = 'completed' AND coalesce(watched_episodes, 0) <= 0 THEN total ELSE watched_episodes END AS count
  FROM watch_list_entries JOIN titles ON mal_id = anime_mal_id
), merged AS (
  SELECT user_id, anime_mal_id, greatest(counted.updated_at, marks.updated_at) AS updated_at,
    coalesce(marks.skipped, '{}') AS skipped,
    coalesce(marks.seen, '{}') + coalesce((
      SELECT range_agg(int4range(number, number + 1)) FROM (
        SELECT number FROM generate_series(1, counted.count + cardinality(coalesce(marks.skipped, '{}'))) AS number
        WHERE number <> ALL (coalesce(marks.skipped, '{}')) AND number <= greatest(coalesce(total, 2147483647), counted.count)
        ORDER BY number LIMIT greatest(counted.count, 0)
      ) AS first
    ), '{}') AS episodes
  FROM counted FULL JOIN marks USING (user_id, anime_mal_id)
)
INSERT INTO seen_episodes (user_id, anime_mal_id, episodes, skipped, updated_at)
SELECT user_id, anime_mal_id, episodes, coalesce((
    SELECT range_agg(int4range(number, number + 1)) FROM unnest(skipped) AS number WHERE number < upper(episodes) - 1
  ), '{}'), updated_at
FROM merged WHERE NOT isempty(episodes);--> statement-breakpoint
INSERT INTO rewatches (user_id, anime_mal_id, number, finished)
SELECT user_id, anime_mal_id, number, number <= least(coalesce(times_rewatched, 0), 1000)
FROM watch_list_entries, generate_series(1, least(coalesce(times_rewatched, 0), 1000) + CASE WHEN state = 'rewatching' THEN 1 ELSE 0 END) AS number;--> statement-breakpoint
ALTER TABLE "watch_list_entries" drop column "type";--> statement-breakpoint
ALTER TABLE "watch_list_entries" DROP COLUMN "imported_state";--> statement-breakpoint
ALTER TABLE "watch_list_entries" DROP COLUMN "watched_episodes";--> statement-breakpoint
ALTER TABLE "watch_list_entries" DROP COLUMN "own_score";--> statement-breakpoint
ALTER TABLE "watch_list_entries" DROP COLUMN "times_rewatched";--> statement-breakpoint
ALTER TABLE "playback_positions" DROP COLUMN "watched";--> statement-breakpoint
ALTER TABLE "watch_list_entries" DROP COLUMN "tags";--> statement-breakpoint
ALTER TABLE "watch_list_entries" RENAME COLUMN "tag_list" TO "tags";--> statement-breakpoint
ALTER TABLE "watch_list_entries" ADD COLUMN "type" text GENERATED ALWAYS AS ((CASE WHEN state IN ('watching', 'paused', 'rewatching') THEN 'Watching' WHEN state = 'planned' THEN 'To Watch' WHEN state = 'completed' THEN 'Completed' ELSE 'Collection' END)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "watch_list_entries" ADD CONSTRAINT "watch_list_entries_state_check" CHECK ("watch_list_entries"."state" IN ('watching', 'planned', 'completed', 'paused', 'dropped', 'rewatching'));--> statement-breakpoint
ALTER TABLE "watch_list_entries" ADD CONSTRAINT "watch_list_entries_score_check" CHECK ("watch_list_entries"."score" BETWEEN 0 AND 100);--> statement-breakpoint
ALTER TABLE "watch_list_entries" ADD CONSTRAINT "watch_list_entries_priority_check" CHECK ("watch_list_entries"."priority" BETWEEN 0 AND 2);--> statement-breakpoint
ALTER TABLE "watch_list_entries" ADD CONSTRAINT "watch_list_entries_started_on_check" CHECK ("watch_list_entries"."started_on" ~ '^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$');--> statement-breakpoint
ALTER TABLE "watch_list_entries" ADD CONSTRAINT "watch_list_entries_finished_on_check" CHECK ("watch_list_entries"."finished_on" ~ '^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$');
