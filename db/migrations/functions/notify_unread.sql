CREATE OR REPLACE FUNCTION notify_unread() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('akari_live', CASE WHEN count(DISTINCT user_id) = 1 THEN min(user_id::text) ELSE '' END)
  FROM changed HAVING count(*) > 0;
  RETURN NULL;
END;
$$;
