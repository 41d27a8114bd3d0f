CREATE TABLE "anime_relations" (
	"mal_id" integer NOT NULL,
	"related_mal_id" integer NOT NULL,
	"relation" text NOT NULL,
	CONSTRAINT "anime_relations_mal_id_related_mal_id_relation_pk" PRIMARY KEY("mal_id","related_mal_id","relation")
);
--> statement-breakpoint
CREATE TABLE "animes" (
	"mal_id" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"title_english" text,
	"title_japanese" text,
	"title_synonyms" text[] DEFAULT '{}'::text[] NOT NULL,
	"type" text,
	"source" text,
	"episodes" integer,
	"status" text,
	"airing" boolean DEFAULT false NOT NULL,
	"aired_from" timestamp with time zone,
	"aired_to" timestamp with time zone,
	"duration" text,
	"rating" text,
	"score" double precision,
	"scored_by" integer,
	"popularity" integer,
	"members" integer,
	"favorites" integer,
	"synopsis" text,
	"background" text,
	"season" text,
	"year" integer,
	"broadcast_day" text,
	"broadcast_time" text,
	"broadcast_timezone" text,
	"image_url" text,
	"image_webp" text,
	"image_small_webp" text,
	"image_large_webp" text,
	"banner_image" text,
	"youtube_id" text,
	"trailer_url" text,
	"trailer_embed_url" text,
	"trailer_image_url" text,
	"url" text,
	"approved" boolean DEFAULT false NOT NULL,
	"genres" text[] DEFAULT '{}'::text[] NOT NULL,
	"studios" text[] DEFAULT '{}'::text[] NOT NULL,
	"producers" text[] DEFAULT '{}'::text[] NOT NULL,
	"licensors" text[] DEFAULT '{}'::text[] NOT NULL,
	"themes" text[] DEFAULT '{}'::text[] NOT NULL,
	"mature" boolean GENERATED ALWAYS AS ((coalesce(rating, '') LIKE 'Rx%' OR genres && '{Hentai,Erotica}'::text[])) STORED NOT NULL,
	"term_keys" text[] DEFAULT '{}'::text[] NOT NULL,
	"content_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"starter_digest" text
);
--> statement-breakpoint
CREATE TABLE "episodes" (
	"anime_mal_id" integer NOT NULL,
	"number" integer NOT NULL,
	"title" text,
	"title_japanese" text,
	"title_romanji" text,
	"description" text,
	"image_url" text,
	"aired" timestamp with time zone,
	"duration" integer,
	"score" double precision,
	"filler" boolean DEFAULT false NOT NULL,
	"recap" boolean DEFAULT false NOT NULL,
	"video_source" text,
	CONSTRAINT "episodes_anime_mal_id_number_pk" PRIMARY KEY("anime_mal_id","number")
);
--> statement-breakpoint
ALTER TABLE "anime_relations" ADD CONSTRAINT "anime_relations_mal_id_animes_mal_id_fk" FOREIGN KEY ("mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_anime_mal_id_animes_mal_id_fk" FOREIGN KEY ("anime_mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "animes_term_keys_idx" ON "animes" USING gin ("term_keys");--> statement-breakpoint
CREATE INDEX "animes_score_idx" ON "animes" USING btree (score DESC NULLS LAST,popularity ASC NULLS LAST,"mal_id");--> statement-breakpoint
CREATE INDEX "animes_score_safe_idx" ON "animes" USING btree (score DESC NULLS LAST,popularity ASC NULLS LAST,"mal_id") WHERE NOT mature;--> statement-breakpoint
CREATE INDEX "animes_score_asc_idx" ON "animes" USING btree (score ASC NULLS LAST,popularity ASC NULLS LAST,"mal_id");--> statement-breakpoint
CREATE INDEX "animes_title_idx" ON "animes" USING btree (title COLLATE "und-x-icu" ASC,popularity ASC NULLS LAST,"mal_id");--> statement-breakpoint
CREATE INDEX "animes_title_desc_idx" ON "animes" USING btree (title COLLATE "und-x-icu" DESC,popularity ASC NULLS LAST,"mal_id");--> statement-breakpoint
CREATE INDEX "animes_popularity_idx" ON "animes" USING btree (popularity ASC NULLS LAST,"mal_id");--> statement-breakpoint
CREATE INDEX "animes_popularity_safe_idx" ON "animes" USING btree (popularity ASC NULLS LAST,"mal_id") WHERE NOT mature;--> statement-breakpoint
CREATE INDEX "animes_newest_idx" ON "animes" USING btree (aired_from DESC NULLS FIRST,popularity ASC NULLS LAST,"mal_id");--> statement-breakpoint
CREATE INDEX "animes_season_idx" ON "animes" USING btree ("year","season");--> statement-breakpoint
CREATE INDEX "animes_type_idx" ON "animes" USING btree ("type");--> statement-breakpoint
CREATE INDEX "animes_status_idx" ON "animes" USING btree ("status");--> statement-breakpoint
CREATE INDEX "animes_rating_idx" ON "animes" USING btree ("rating");--> statement-breakpoint
CREATE INDEX "animes_broadcast_day_idx" ON "animes" USING btree ("broadcast_day") WHERE broadcast_day IS NOT NULL;