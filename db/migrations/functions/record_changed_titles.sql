CREATE OR REPLACE FUNCTION record_changed_titles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM catalog_state WHERE records_changes) THEN
    INSERT INTO catalog_changes (mal_id) SELECT DISTINCT mal_id FROM changed;
  END IF;
  RETURN NULL;
END;
$$;
