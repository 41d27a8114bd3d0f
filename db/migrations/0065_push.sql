CREATE TABLE "push_keys" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"public_key" text NOT NULL,
	"private_key_sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_keys_one_check" CHECK ("push_keys"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "target_key" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "session_hash" text;--> statement-breakpoint
CREATE INDEX "channels_session_idx" ON "channels" USING btree ("session_hash") WHERE "channels"."session_hash" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_target_key_unique" UNIQUE("target_key");