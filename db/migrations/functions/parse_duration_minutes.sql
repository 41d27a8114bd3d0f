CREATE OR REPLACE FUNCTION parse_duration_minutes(duration text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN coalesce(parts[1], parts[2], parts[3]) IS NOT NULL THEN
    coalesce(parts[1]::int4, 0) * 60 + coalesce(parts[2]::int4, 0) + ceil(coalesce(parts[3]::int4, 0) / 60.0)::int4
  END
  FROM regexp_match(duration, '^(?:(\d{1,3}) hr)? ?(?:(\d{1,3}) min)? ?(?:(\d{1,3}) sec)?(?: per ep)?$') AS parts
$$;
