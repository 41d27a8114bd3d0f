CREATE TABLE "anime_title_keys" (
	"mal_id" integer NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"raw" text NOT NULL,
	"strict" text NOT NULL,
	"kind" smallint NOT NULL,
	"popularity" integer NOT NULL,
	"mature" boolean NOT NULL,
	"pieces" integer[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "anime_title_words" (
	"mal_id" integer PRIMARY KEY NOT NULL,
	"names" text[] NOT NULL,
	"words" "tsvector" NOT NULL,
	"popularity" integer NOT NULL,
	"mature" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "title_vocabulary" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL,
	"titles" integer NOT NULL,
	"variants" integer[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "anime_title_keys" ADD CONSTRAINT "anime_title_keys_mal_id_animes_mal_id_fk" FOREIGN KEY ("mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anime_title_words" ADD CONSTRAINT "anime_title_words_mal_id_animes_mal_id_fk" FOREIGN KEY ("mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "anime_title_keys_key_idx" ON "anime_title_keys" USING btree ("key","popularity");--> statement-breakpoint
CREATE INDEX "anime_title_keys_first_idx" ON "anime_title_keys" USING btree ("left"("key", 1),"popularity");--> statement-breakpoint
CREATE INDEX "anime_title_keys_second_idx" ON "anime_title_keys" USING btree ("left"("key", 2),"popularity");--> statement-breakpoint
CREATE INDEX "anime_title_keys_pieces_idx" ON "anime_title_keys" USING gin ("pieces") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "anime_title_keys_mal_id_idx" ON "anime_title_keys" USING btree ("mal_id");--> statement-breakpoint
CREATE INDEX "anime_title_words_words_idx" ON "anime_title_words" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "title_vocabulary_variants_idx" ON "title_vocabulary" USING gin ("variants") WITH (fastupdate=false);