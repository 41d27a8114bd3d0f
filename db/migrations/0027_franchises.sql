CREATE TABLE "franchise_members" (
	"mal_id" integer PRIMARY KEY NOT NULL,
	"franchise_id" integer NOT NULL,
	"position" integer NOT NULL,
	"role" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "franchise_positions" (
	"mal_id" integer PRIMARY KEY NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "franchise_members" ADD CONSTRAINT "franchise_members_mal_id_animes_mal_id_fk" FOREIGN KEY ("mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "franchise_positions" ADD CONSTRAINT "franchise_positions_mal_id_animes_mal_id_fk" FOREIGN KEY ("mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "franchise_members_franchise" ON "franchise_members" USING btree ("franchise_id","position");