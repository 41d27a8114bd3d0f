CREATE TABLE "list_imports" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"format" text NOT NULL,
	"policy" text NOT NULL,
	"report" jsonb NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "note" jsonb;--> statement-breakpoint
ALTER TABLE "list_imports" ADD CONSTRAINT "list_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;