CREATE OR REPLACE FUNCTION record_changed_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A check that finds what it found before changes nothing that is shown.
  IF EXISTS (SELECT 1 FROM catalog_state WHERE records_changes) THEN
    INSERT INTO catalog_changes (mal_id)
    SELECT DISTINCT changed.anime_mal_id FROM changed JOIN previous USING (id)
    WHERE to_jsonb(changed) - 'checked_at' <> to_jsonb(previous) - 'checked_at';
  END IF;
  RETURN NULL;
END;
$$;
