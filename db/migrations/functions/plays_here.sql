CREATE OR REPLACE FUNCTION plays_here(wanted integer) RETURNS boolean LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM episode_sources s WHERE s.anime_mal_id = wanted)
    OR EXISTS (SELECT FROM episodes e WHERE e.anime_mal_id = wanted AND e.video_source <> '')
$$;
