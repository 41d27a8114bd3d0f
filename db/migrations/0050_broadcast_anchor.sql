ALTER TABLE "animes" ADD COLUMN "broadcast_anchor" date;--> statement-breakpoint
-- Written by hand: the first definition of a function, which db/migrations/functions completes.
CREATE FUNCTION move_broadcast_anchor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RETURN NEW; END
$$;--> statement-breakpoint
CREATE TRIGGER animes_inserted_anchor BEFORE INSERT ON animes FOR EACH ROW WHEN (NEW.broadcast_day IS NOT NULL) EXECUTE FUNCTION move_broadcast_anchor();--> statement-breakpoint
CREATE TRIGGER animes_updated_anchor BEFORE UPDATE OF broadcast_day ON animes FOR EACH ROW WHEN (NEW.broadcast_day IS DISTINCT FROM OLD.broadcast_day) EXECUTE FUNCTION move_broadcast_anchor();--> statement-breakpoint
-- As the function does for new rows: the day of the slot that is nearest to the first broadcast.
UPDATE animes a SET broadcast_anchor = d.first + (d.slot - extract(isodow FROM d.first)::int + 10) % 7 - 3
FROM (
  SELECT mal_id, coalesce((aired_from AT TIME ZONE 'UTC')::date, '1970-01-01') AS first,
    array_position('{Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday}', broadcast_day) AS slot
  FROM animes
) d
WHERE a.mal_id = d.mal_id AND d.slot IS NOT NULL;
