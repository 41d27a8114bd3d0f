CREATE OR REPLACE FUNCTION forget_all_listing_bitmaps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE listing_bitmaps SET bits = NULL WHERE key = 'all' AND bits IS NOT NULL;
  RETURN NULL;
END
$$;
