CREATE TABLE "room_members" (
	"room_id" text NOT NULL,
	"number" integer NOT NULL,
	"key_hash" text NOT NULL,
	"user_id" uuid,
	"seen_at" timestamp with time zone NOT NULL,
	"waits_since" timestamp with time zone,
	"waits_until" timestamp with time zone,
	"may_wait_at" timestamp with time zone,
	CONSTRAINT "room_members_room_id_number_pk" PRIMARY KEY("room_id","number"),
	CONSTRAINT "room_members_key" UNIQUE("room_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "rooms" (
	"id" text PRIMARY KEY NOT NULL,
	"anime_mal_id" integer NOT NULL,
	"episode" integer NOT NULL,
	"position_seconds" double precision NOT NULL,
	"playing" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"control" text DEFAULT 'everyone' NOT NULL,
	"chat" boolean DEFAULT false NOT NULL,
	"messages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_member" integer,
	"last_action" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"next_member" integer DEFAULT 1 NOT NULL,
	"next_message" integer DEFAULT 1 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "room_members" ADD CONSTRAINT "room_members_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_members" ADD CONSTRAINT "room_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_anime_fk" FOREIGN KEY ("anime_mal_id") REFERENCES "public"."animes"("mal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "room_members_user_idx" ON "room_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "rooms_anime_idx" ON "rooms" USING btree ("anime_mal_id");--> statement-breakpoint
CREATE INDEX "rooms_expires_idx" ON "rooms" USING btree ("expires_at");