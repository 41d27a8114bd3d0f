CREATE TABLE "external_ids" (
	"mal_id" integer NOT NULL,
	"site" text NOT NULL,
	"id" text NOT NULL,
	"season" integer,
	CONSTRAINT "external_ids_mal_id_site_id_pk" PRIMARY KEY("mal_id","site","id")
);
--> statement-breakpoint
CREATE TABLE "merged_titles" (
	"mal_id" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"into_mal_id" integer NOT NULL,
	"merged_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "animes" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog_state" ADD COLUMN "last_own_title_id" integer DEFAULT 900000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "external_ids" ADD CONSTRAINT "external_ids_mal_id_animes_mal_id_fk" FOREIGN KEY ("mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_titles" ADD CONSTRAINT "merged_titles_into_mal_id_animes_mal_id_fk" FOREIGN KEY ("into_mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "external_ids_site_idx" ON "external_ids" USING btree ("site","id");--> statement-breakpoint
CREATE INDEX "merged_titles_into_idx" ON "merged_titles" USING btree ("into_mal_id");--> statement-breakpoint
CREATE INDEX "animes_hidden_idx" ON "animes" USING btree ("mal_id") WHERE hidden;--> statement-breakpoint
-- Written by hand: hidden titles have no listing entry.
CREATE OR REPLACE FUNCTION refresh_listing_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listing_entries WHERE mal_id IN (SELECT mal_id FROM changed WHERE hidden);
  INSERT INTO listing_entries AS entry (mal_id, popularity, year, episodes, score, newest_at, mature, has_banner, type, status, season, rating_code, broadcast_day, title, genres, term_keys, duration_minutes)
  SELECT
    mal_id,
    popularity,
    year,
    episodes,
    score,
    coalesce(aired_from, CASE WHEN status = 'Not yet aired' THEN 'infinity'::timestamptz END) AS newest_at,
    mature,
    banner_image IS NOT NULL AS has_banner,
    type,
    status,
    season,
    split_part(lower(rating), ' ', 1) AS rating_code,
    broadcast_day,
    title,
    genres,
    term_keys,
    parse_duration_minutes(duration) AS duration_minutes
  FROM changed
  WHERE NOT hidden
  ON CONFLICT (mal_id) DO UPDATE SET
    popularity = excluded.popularity,
    year = excluded.year,
    episodes = excluded.episodes,
    score = excluded.score,
    newest_at = excluded.newest_at,
    mature = excluded.mature,
    has_banner = excluded.has_banner,
    type = excluded.type,
    status = excluded.status,
    season = excluded.season,
    rating_code = excluded.rating_code,
    broadcast_day = excluded.broadcast_day,
    title = excluded.title,
    genres = excluded.genres,
    term_keys = excluded.term_keys,
    duration_minutes = excluded.duration_minutes
  WHERE entry.* IS DISTINCT FROM excluded.*;
  RETURN NULL;
END
$$;
