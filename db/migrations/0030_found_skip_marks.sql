CREATE TABLE "found_skip_marks" (
	"address" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"compared_with" text NOT NULL,
	"intro_start" double precision,
	"intro_end" double precision,
	"outro_start" double precision,
	"outro_end" double precision,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL
);
