CREATE OR REPLACE FUNCTION renew_list_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET list_version = gen_random_uuid() WHERE id = ANY (ARRAY(SELECT DISTINCT user_id FROM changed));
  PERFORM pg_notify('akari_live', CASE WHEN count(DISTINCT user_id) = 1 THEN min(user_id::text) ELSE '' END)
  FROM changed HAVING count(*) > 0;
  RETURN NULL;
END;
$$;
