CREATE TABLE "relation_checks" (
	"mal_id" integer PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "succeeded_at" timestamp with time zone;--> statement-breakpoint
UPDATE "jobs" SET "succeeded_at" = "ended_at" WHERE "outcome" = 'succeeded';--> statement-breakpoint
ALTER TABLE "relation_checks" ADD CONSTRAINT "relation_checks_mal_id_animes_mal_id_fk" FOREIGN KEY ("mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;