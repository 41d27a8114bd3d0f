CREATE TABLE "anime_characters" (
	"anime_mal_id" integer NOT NULL,
	"character_id" integer NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "anime_characters_anime_mal_id_character_id_pk" PRIMARY KEY("anime_mal_id","character_id"),
	CONSTRAINT "anime_characters_role_check" CHECK ("anime_characters"."role" IN ('Main', 'Supporting'))
);
--> statement-breakpoint
CREATE TABLE "anime_staff" (
	"anime_mal_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"roles" text[] DEFAULT '{}'::text[] NOT NULL,
	CONSTRAINT "anime_staff_anime_mal_id_person_id_pk" PRIMARY KEY("anime_mal_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "character_names" (
	"character_id" integer NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	CONSTRAINT "character_names_character_id_key_pk" PRIMARY KEY("character_id","key")
);
--> statement-breakpoint
CREATE TABLE "characters" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_japanese" text,
	"image_url" text,
	"favorites" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_checks" (
	"mal_id" integer PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "favorite_characters" (
	"user_id" uuid NOT NULL,
	"character_id" integer NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorite_characters_user_id_character_id_pk" PRIMARY KEY("user_id","character_id")
);
--> statement-breakpoint
CREATE TABLE "favorite_people" (
	"user_id" uuid NOT NULL,
	"person_id" integer NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorite_people_user_id_person_id_pk" PRIMARY KEY("user_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_japanese" text,
	"image_url" text,
	"credits" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person_names" (
	"person_id" integer NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	CONSTRAINT "person_names_person_id_key_pk" PRIMARY KEY("person_id","key")
);
--> statement-breakpoint
CREATE TABLE "theme_songs" (
	"anime_mal_id" integer NOT NULL,
	"kind" text NOT NULL,
	"position" smallint NOT NULL,
	"title" text NOT NULL,
	"artist" text,
	"episodes" text,
	CONSTRAINT "theme_songs_anime_mal_id_kind_position_pk" PRIMARY KEY("anime_mal_id","kind","position"),
	CONSTRAINT "theme_songs_kind_check" CHECK ("theme_songs"."kind" IN ('opening', 'ending'))
);
--> statement-breakpoint
CREATE TABLE "voice_roles" (
	"anime_mal_id" integer NOT NULL,
	"character_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"language" text NOT NULL,
	CONSTRAINT "voice_roles_anime_mal_id_character_id_person_id_language_pk" PRIMARY KEY("anime_mal_id","character_id","person_id","language")
);
--> statement-breakpoint
ALTER TABLE "anime_characters" ADD CONSTRAINT "anime_characters_anime_mal_id_animes_mal_id_fk" FOREIGN KEY ("anime_mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anime_characters" ADD CONSTRAINT "anime_characters_character_id_characters_id_fk" FOREIGN KEY ("character_id") REFERENCES "public"."characters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anime_staff" ADD CONSTRAINT "anime_staff_anime_mal_id_animes_mal_id_fk" FOREIGN KEY ("anime_mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anime_staff" ADD CONSTRAINT "anime_staff_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "character_names" ADD CONSTRAINT "character_names_character_id_characters_id_fk" FOREIGN KEY ("character_id") REFERENCES "public"."characters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_checks" ADD CONSTRAINT "credit_checks_mal_id_animes_mal_id_fk" FOREIGN KEY ("mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorite_characters" ADD CONSTRAINT "favorite_characters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorite_characters" ADD CONSTRAINT "favorite_characters_character_id_characters_id_fk" FOREIGN KEY ("character_id") REFERENCES "public"."characters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorite_people" ADD CONSTRAINT "favorite_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorite_people" ADD CONSTRAINT "favorite_people_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_names" ADD CONSTRAINT "person_names_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "theme_songs" ADD CONSTRAINT "theme_songs_anime_mal_id_animes_mal_id_fk" FOREIGN KEY ("anime_mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_roles" ADD CONSTRAINT "voice_roles_anime_mal_id_animes_mal_id_fk" FOREIGN KEY ("anime_mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_roles" ADD CONSTRAINT "voice_roles_character_id_characters_id_fk" FOREIGN KEY ("character_id") REFERENCES "public"."characters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_roles" ADD CONSTRAINT "voice_roles_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "anime_characters_character_idx" ON "anime_characters" USING btree ("character_id");--> statement-breakpoint
CREATE INDEX "anime_staff_person_idx" ON "anime_staff" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "character_names_key_idx" ON "character_names" USING btree ("key");--> statement-breakpoint
CREATE INDEX "favorite_characters_character_idx" ON "favorite_characters" USING btree ("character_id");--> statement-breakpoint
CREATE INDEX "favorite_people_person_idx" ON "favorite_people" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "person_names_key_idx" ON "person_names" USING btree ("key");--> statement-breakpoint
CREATE INDEX "voice_roles_character_idx" ON "voice_roles" USING btree ("character_id");--> statement-breakpoint
CREATE INDEX "voice_roles_person_idx" ON "voice_roles" USING btree ("person_id");