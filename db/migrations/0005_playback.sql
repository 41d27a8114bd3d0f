CREATE TABLE "episode_sources" (
	"id" serial PRIMARY KEY NOT NULL,
	"anime_mal_id" integer NOT NULL,
	"number" integer NOT NULL,
	"address" text NOT NULL,
	"language" text,
	"kind" text NOT NULL,
	"format" text,
	"label" text,
	"position" integer DEFAULT 0 NOT NULL,
	"intro_start" double precision,
	"intro_end" double precision,
	"outro_start" double precision,
	"outro_end" double precision,
	"status" text DEFAULT 'unchecked' NOT NULL,
	"problem" text,
	"checked_at" timestamp with time zone,
	CONSTRAINT "episode_sources_address_key" UNIQUE("anime_mal_id","number","address")
);
--> statement-breakpoint
CREATE TABLE "media_folders" (
	"name" text PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_folders_path_unique" UNIQUE("path")
);
--> statement-breakpoint
CREATE TABLE "playback_positions" (
	"user_id" uuid NOT NULL,
	"anime_mal_id" integer NOT NULL,
	"number" integer NOT NULL,
	"position_seconds" double precision NOT NULL,
	"duration_seconds" double precision,
	"watched" boolean DEFAULT false NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "playback_positions_user_id_anime_mal_id_number_pk" PRIMARY KEY("user_id","anime_mal_id","number")
);
--> statement-breakpoint
ALTER TABLE "episode_sources" ADD CONSTRAINT "episode_sources_episode_fk" FOREIGN KEY ("anime_mal_id","number") REFERENCES "public"."episodes"("anime_mal_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_positions" ADD CONSTRAINT "playback_positions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_positions" ADD CONSTRAINT "playback_positions_episode_fk" FOREIGN KEY ("anime_mal_id","number") REFERENCES "public"."episodes"("anime_mal_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "playback_positions_user_idx" ON "playback_positions" USING btree ("user_id","updated_at");