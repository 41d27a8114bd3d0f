CREATE TABLE "child_limits" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"max_rating" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "child_limits_max_rating_check" CHECK ("child_limits"."max_rating" IN ('g', 'pg', 'pg-13', 'r'))
);
--> statement-breakpoint
CREATE TABLE "child_titles" (
	"user_id" uuid NOT NULL,
	"mal_id" integer NOT NULL,
	"state" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "child_titles_user_id_mal_id_pk" PRIMARY KEY("user_id","mal_id"),
	CONSTRAINT "child_titles_state_check" CHECK ("child_titles"."state" IN ('allowed', 'blocked'))
);
--> statement-breakpoint
ALTER TABLE "child_limits" ADD CONSTRAINT "child_limits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "child_titles" ADD CONSTRAINT "child_titles_user_id_child_limits_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."child_limits"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "child_titles" ADD CONSTRAINT "child_titles_mal_id_animes_mal_id_fk" FOREIGN KEY ("mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "child_titles_title_idx" ON "child_titles" USING btree ("mal_id");