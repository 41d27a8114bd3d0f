ALTER TABLE "listing_entries" ADD COLUMN "duration_minutes" integer;--> statement-breakpoint
CREATE INDEX "listing_entries_duration_idx" ON "listing_entries" USING btree ("duration_minutes","mature");--> statement-breakpoint
-- Written by hand: minutes out of a text such as "1 hr 55 min" or "24 min per ep", rounded up; null for any other text.
CREATE FUNCTION parse_duration_minutes(duration text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN coalesce(parts[1], parts[2], parts[3]) IS NOT NULL THEN
    coalesce(parts[1]::int4, 0) * 60 + coalesce(parts[2]::int4, 0) + ceil(coalesce(parts[3]::int4, 0) / 60.0)::int4
  END
  FROM regexp_match(duration, '^(?:(\d{1,3}) hr)? ?(?:(\d{1,3}) min)? ?(?:(\d{1,3}) sec)?(?: per ep)?$') AS parts
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION refresh_listing_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
$$;--> statement-breakpoint
-- Titles that are in the catalog already. This invalidates the bitmaps, which the next start rebuilds.
UPDATE listing_entries e SET duration_minutes = parse_duration_minutes(a.duration) FROM animes a WHERE a.mal_id = e.mal_id AND a.duration IS NOT NULL;
