CREATE OR REPLACE FUNCTION record_catalog_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.records_changes AND NEW.version <> OLD.version THEN
    INSERT INTO catalog_changes (mal_id) VALUES (NULL);
  END IF;
  RETURN NULL;
END;
$$;
