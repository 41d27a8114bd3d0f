CREATE TABLE "title_pictures" (
	"mal_id" integer NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"color" text NOT NULL,
	"placeholder" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "title_pictures_mal_id_kind_pk" PRIMARY KEY("mal_id","kind")
);
