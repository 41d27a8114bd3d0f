CREATE TABLE "media_decisions" (
	"folder" text NOT NULL,
	"group_key" text NOT NULL,
	"anime_mal_id" integer,
	"episode_offset" integer DEFAULT 0 NOT NULL,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_decisions_folder_group_key_pk" PRIMARY KEY("folder","group_key")
);
--> statement-breakpoint
CREATE TABLE "media_files" (
	"id" serial PRIMARY KEY NOT NULL,
	"folder" text NOT NULL,
	"path" text NOT NULL,
	"size" bigint NOT NULL,
	"modified_at" timestamp (3) with time zone NOT NULL,
	"file_id" text,
	"status" text DEFAULT 'new' NOT NULL,
	"problem" text,
	"container" jsonb,
	"group_key" text NOT NULL,
	"parsed_title" text DEFAULT '' NOT NULL,
	"release_group" text,
	"version" integer DEFAULT 1 NOT NULL,
	"kind" text DEFAULT 'episode' NOT NULL,
	"anime_mal_id" integer,
	"first_episode" integer,
	"last_episode" integer,
	"confidence" double precision,
	"reason" text,
	"decision" text,
	"suggestions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_files_path_key" UNIQUE("folder","path"),
	CONSTRAINT "media_files_status_check" CHECK ("media_files"."status" IN ('new', 'ready', 'unreadable', 'unsupported', 'missing')),
	CONSTRAINT "media_files_decision_check" CHECK ("media_files"."decision" IN ('automatic', 'confirmed', 'ignored'))
);
--> statement-breakpoint
ALTER TABLE "episode_sources" ADD COLUMN "media_file_id" integer;--> statement-breakpoint
ALTER TABLE "media_folders" ADD COLUMN "scanned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "media_folders" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "media_decisions" ADD CONSTRAINT "media_decisions_folder_media_folders_name_fk" FOREIGN KEY ("folder") REFERENCES "public"."media_folders"("name") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "media_decisions" ADD CONSTRAINT "media_decisions_anime_mal_id_animes_mal_id_fk" FOREIGN KEY ("anime_mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_folder_media_folders_name_fk" FOREIGN KEY ("folder") REFERENCES "public"."media_folders"("name") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_anime_mal_id_animes_mal_id_fk" FOREIGN KEY ("anime_mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_files_group_idx" ON "media_files" USING btree ("folder","group_key");--> statement-breakpoint
CREATE INDEX "media_files_anime_idx" ON "media_files" USING btree ("anime_mal_id");--> statement-breakpoint
ALTER TABLE "episode_sources" ADD CONSTRAINT "episode_sources_media_file_id_media_files_id_fk" FOREIGN KEY ("media_file_id") REFERENCES "public"."media_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "episode_sources_media_file_idx" ON "episode_sources" USING btree ("media_file_id");