CREATE TABLE "declined_wishes" (
	"anime_mal_id" integer NOT NULL,
	"number" integer NOT NULL,
	"reason" text NOT NULL,
	"declined_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "declined_wishes_anime_mal_id_number_pk" PRIMARY KEY("anime_mal_id","number")
);
--> statement-breakpoint
CREATE TABLE "wishes" (
	"user_id" uuid NOT NULL,
	"anime_mal_id" integer NOT NULL,
	"number" integer NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wishes_user_id_anime_mal_id_number_pk" PRIMARY KEY("user_id","anime_mal_id","number"),
	CONSTRAINT "wishes_number_check" CHECK ("wishes"."number" >= -1)
);
--> statement-breakpoint
ALTER TABLE "declined_wishes" ADD CONSTRAINT "declined_wishes_anime_mal_id_animes_mal_id_fk" FOREIGN KEY ("anime_mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishes" ADD CONSTRAINT "wishes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishes" ADD CONSTRAINT "wishes_anime_mal_id_animes_mal_id_fk" FOREIGN KEY ("anime_mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wishes_anime_idx" ON "wishes" USING btree ("anime_mal_id","number");