-- Moves the anchor by the fewest days to the day of the slot, so that a broadcast that moves is as many
-- weeks after the anchor as before. The first anchor is near the first broadcast.
CREATE OR REPLACE FUNCTION move_broadcast_anchor() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  slot int := array_position('{Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday}', NEW.broadcast_day);
  anchor date := coalesce(NEW.broadcast_anchor, (NEW.aired_from AT TIME ZONE 'UTC')::date, '1970-01-01');
BEGIN
  IF slot IS NOT NULL THEN
    -- From three days before to three days after.
    NEW.broadcast_anchor := anchor + (slot - extract(isodow FROM anchor)::int + 10) % 7 - 3;
  END IF;
  RETURN NEW;
END
$$;
