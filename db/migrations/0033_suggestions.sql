CREATE TABLE "suggestion_feedback" (
	"user_id" uuid NOT NULL,
	"anime_mal_id" integer NOT NULL,
	"kind" text NOT NULL,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suggestion_feedback_user_id_anime_mal_id_pk" PRIMARY KEY("user_id","anime_mal_id"),
	CONSTRAINT "suggestion_feedback_kind_check" CHECK ("suggestion_feedback"."kind" IN ('not-this', 'less-like-this'))
);
--> statement-breakpoint
CREATE TABLE "suggestion_states" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"computed_at" timestamp with time zone,
	"changed_at" timestamp with time zone,
	"due_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "suggestions" (
	"user_id" uuid NOT NULL,
	"anime_mal_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"reasons" jsonb NOT NULL,
	"liked_by_others" boolean DEFAULT false NOT NULL,
	CONSTRAINT "suggestions_user_id_anime_mal_id_pk" PRIMARY KEY("user_id","anime_mal_id")
);
--> statement-breakpoint
ALTER TABLE "suggestion_feedback" ADD CONSTRAINT "suggestion_feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestion_feedback" ADD CONSTRAINT "suggestion_feedback_anime_mal_id_animes_mal_id_fk" FOREIGN KEY ("anime_mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestion_states" ADD CONSTRAINT "suggestion_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_anime_mal_id_animes_mal_id_fk" FOREIGN KEY ("anime_mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "suggestion_feedback_anime_idx" ON "suggestion_feedback" USING btree ("anime_mal_id");--> statement-breakpoint
CREATE INDEX "suggestion_states_due_idx" ON "suggestion_states" USING btree ("due_at") WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "suggestion_states_computed_idx" ON "suggestion_states" USING btree ("computed_at");--> statement-breakpoint
CREATE INDEX "suggestions_user_idx" ON "suggestions" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "suggestions_anime_idx" ON "suggestions" USING btree ("anime_mal_id");--> statement-breakpoint
CREATE INDEX "suggestions_liked_idx" ON "suggestions" USING btree ("user_id") WHERE liked_by_others;