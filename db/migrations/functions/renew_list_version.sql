CREATE OR REPLACE FUNCTION renew_list_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET list_version = gen_random_uuid() WHERE id = ANY (ARRAY(SELECT DISTINCT user_id FROM changed));
  RETURN NULL;
END;
$$;
