CREATE OR REPLACE FUNCTION forget_listing_bitmaps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    UPDATE listing_bitmaps SET bits = NULL WHERE key = 'all' AND bits IS NOT NULL;
  END IF;
  RETURN NULL;
END
$$;
