CREATE OR REPLACE FUNCTION refresh_listing_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listing_entries WHERE mal_id IN (SELECT mal_id FROM changed WHERE hidden);
  INSERT INTO listing_entries AS entry (mal_id, popularity, year, episodes, score, newest_at, mature, has_banner, type, status, season, rating_code, broadcast_day, title, genres, term_keys, duration_minutes, studios, plays_here)
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
    parse_duration_minutes(duration) AS duration_minutes,
    studios,
    plays_here(mal_id)
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
    duration_minutes = excluded.duration_minutes,
    studios = excluded.studios,
    plays_here = excluded.plays_here
  WHERE entry.* IS DISTINCT FROM excluded.*;
  RETURN NULL;
END
$$;
