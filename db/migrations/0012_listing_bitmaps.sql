CREATE TABLE "listing_bitmaps" (
	"key" text NOT NULL,
	"value" double precision DEFAULT 0 NOT NULL,
	"name" text,
	"titles" integer NOT NULL,
	"bits" bit varying,
	"best_known" integer[],
	CONSTRAINT "listing_bitmaps_key_value_pk" PRIMARY KEY("key","value")
);
--> statement-breakpoint
-- Written by hand: bitmaps are read whole, so packing them only costs time.
ALTER TABLE "listing_bitmaps" ALTER COLUMN "bits" SET STORAGE EXTERNAL;--> statement-breakpoint
-- Whatever changes a listing entry takes the bits of `all` away, in the same transaction: totals are then counted until the bitmaps are made anew.
CREATE FUNCTION forget_listing_bitmaps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    UPDATE listing_bitmaps SET bits = NULL WHERE key = 'all' AND bits IS NOT NULL;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION forget_all_listing_bitmaps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE listing_bitmaps SET bits = NULL WHERE key = 'all' AND bits IS NOT NULL;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER listing_entries_inserted AFTER INSERT ON listing_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION forget_listing_bitmaps();--> statement-breakpoint
CREATE TRIGGER listing_entries_updated AFTER UPDATE ON listing_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION forget_listing_bitmaps();--> statement-breakpoint
CREATE TRIGGER listing_entries_deleted AFTER DELETE ON listing_entries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION forget_listing_bitmaps();--> statement-breakpoint
CREATE TRIGGER listing_entries_truncated AFTER TRUNCATE ON listing_entries FOR EACH STATEMENT EXECUTE FUNCTION forget_all_listing_bitmaps();
