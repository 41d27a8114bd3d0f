CREATE OR REPLACE FUNCTION count_episodes(episodes int4multirange) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(sum(upper(span) - lower(span)), 0)::int4 FROM unnest(episodes) AS span
$$;
