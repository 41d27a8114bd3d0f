CREATE TABLE "listing_orders" (
	"name" text PRIMARY KEY NOT NULL,
	"titles" "bytea" NOT NULL
);
--> statement-breakpoint
-- Written by hand: read whole, and packing them only costs time.
ALTER TABLE "listing_orders" ALTER COLUMN "titles" SET STORAGE EXTERNAL;--> statement-breakpoint
-- The next start rebuilds the bitmaps, and the orders with them.
UPDATE listing_bitmaps SET bits = NULL WHERE key = 'all';
