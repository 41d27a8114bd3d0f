CREATE TABLE "shared_reviews" (
	"user_id" uuid NOT NULL,
	"year" smallint NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shared_reviews_user_id_year_pk" PRIMARY KEY("user_id","year"),
	CONSTRAINT "shared_reviews_token_unique" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "shared_reviews" ADD CONSTRAINT "shared_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;