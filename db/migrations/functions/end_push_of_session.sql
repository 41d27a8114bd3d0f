CREATE OR REPLACE FUNCTION end_push_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE channels SET ended_at = now() WHERE session_hash = OLD.id_hash AND ended_at IS NULL;
  RETURN NULL;
END;
$$;
