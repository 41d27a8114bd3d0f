CREATE TABLE "listing_entries" (
	"mal_id" integer PRIMARY KEY NOT NULL,
	"popularity" integer,
	"year" integer,
	"episodes" integer,
	"score" double precision,
	"newest_at" timestamp with time zone,
	"mature" boolean NOT NULL,
	"has_banner" boolean NOT NULL,
	"type" text,
	"status" text,
	"season" text,
	"rating_code" text,
	"broadcast_day" text,
	"title" text NOT NULL,
	"genres" text[] NOT NULL,
	"term_keys" text[] NOT NULL
);
--> statement-breakpoint
DROP INDEX "animes_term_keys_idx";--> statement-breakpoint
DROP INDEX "animes_score_idx";--> statement-breakpoint
DROP INDEX "animes_score_safe_idx";--> statement-breakpoint
DROP INDEX "animes_score_asc_idx";--> statement-breakpoint
DROP INDEX "animes_title_idx";--> statement-breakpoint
DROP INDEX "animes_title_desc_idx";--> statement-breakpoint
DROP INDEX "animes_popularity_idx";--> statement-breakpoint
DROP INDEX "animes_popularity_safe_idx";--> statement-breakpoint
DROP INDEX "animes_newest_idx";--> statement-breakpoint
DROP INDEX "animes_season_idx";--> statement-breakpoint
DROP INDEX "animes_type_idx";--> statement-breakpoint
DROP INDEX "animes_status_idx";--> statement-breakpoint
DROP INDEX "animes_rating_idx";--> statement-breakpoint
DROP INDEX "animes_broadcast_day_idx";--> statement-breakpoint
ALTER TABLE "listing_entries" ADD CONSTRAINT "listing_entries_mal_id_animes_mal_id_fk" FOREIGN KEY ("mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_entries_term_keys_idx" ON "listing_entries" USING gin ("term_keys");--> statement-breakpoint
CREATE INDEX "listing_entries_score_idx" ON "listing_entries" USING btree (score DESC NULLS LAST,popularity ASC NULLS LAST,"mal_id","mature");--> statement-breakpoint
CREATE INDEX "listing_entries_score_asc_idx" ON "listing_entries" USING btree (score ASC NULLS LAST,popularity ASC NULLS LAST,"mal_id","mature");--> statement-breakpoint
CREATE INDEX "listing_entries_title_idx" ON "listing_entries" USING btree (title COLLATE "und-x-icu" ASC,popularity ASC NULLS LAST,"mal_id","mature");--> statement-breakpoint
CREATE INDEX "listing_entries_title_desc_idx" ON "listing_entries" USING btree (title COLLATE "und-x-icu" DESC,popularity ASC NULLS LAST,"mal_id","mature");--> statement-breakpoint
CREATE INDEX "listing_entries_popularity_idx" ON "listing_entries" USING btree (popularity ASC NULLS LAST,"mal_id","mature");--> statement-breakpoint
CREATE INDEX "listing_entries_newest_idx" ON "listing_entries" USING btree (newest_at DESC NULLS LAST,popularity ASC NULLS LAST,"mal_id","mature");--> statement-breakpoint
CREATE INDEX "listing_entries_season_idx" ON "listing_entries" USING btree ("year","season","mature");--> statement-breakpoint
CREATE INDEX "listing_entries_type_idx" ON "listing_entries" USING btree ("type","mature");--> statement-breakpoint
CREATE INDEX "listing_entries_status_idx" ON "listing_entries" USING btree ("status","mature");--> statement-breakpoint
CREATE INDEX "listing_entries_rating_idx" ON "listing_entries" USING btree ("rating_code","mature");--> statement-breakpoint
CREATE INDEX "listing_entries_broadcast_day_idx" ON "listing_entries" USING btree ("broadcast_day","mature") WHERE broadcast_day IS NOT NULL;--> statement-breakpoint
-- Written by hand: the triggers that keep listing_entries beside animes. They work per statement, so that an import pays for
-- them once a batch, and leave rows alone whose entry stays the same.
CREATE FUNCTION refresh_listing_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_entries AS entry (mal_id, popularity, year, episodes, score, newest_at, mature, has_banner, type, status, season, rating_code, broadcast_day, title, genres, term_keys)
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
    term_keys
  FROM changed
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
    term_keys = excluded.term_keys
  WHERE entry.* IS DISTINCT FROM excluded.*;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER animes_inserted AFTER INSERT ON animes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_listing_entries();--> statement-breakpoint
CREATE TRIGGER animes_updated AFTER UPDATE ON animes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_listing_entries();--> statement-breakpoint
-- What is in the catalog already: an update that changes nothing lets the trigger write its entries.
UPDATE animes SET mal_id = mal_id;
