CREATE OR REPLACE FUNCTION refresh_plays_here() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE listing_entries AS entry SET plays_here = NOT entry.plays_here
  WHERE entry.mal_id IN (SELECT anime_mal_id FROM changed)
    AND entry.plays_here <> plays_here(entry.mal_id);
  RETURN NULL;
END
$$;
