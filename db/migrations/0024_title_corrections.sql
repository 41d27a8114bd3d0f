CREATE TABLE "title_corrections" (
	"mal_id" integer NOT NULL,
	"field" text NOT NULL,
	"value" jsonb,
	"imported" jsonb,
	"corrected_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "title_corrections_mal_id_field_pk" PRIMARY KEY("mal_id","field")
);
--> statement-breakpoint
ALTER TABLE "title_corrections" ADD CONSTRAINT "title_corrections_mal_id_animes_mal_id_fk" FOREIGN KEY ("mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;