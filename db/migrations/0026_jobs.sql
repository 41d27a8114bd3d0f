CREATE TABLE "jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"offset_minutes" smallint DEFAULT floor(random() * 60) NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"result" jsonb,
	"error" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	CONSTRAINT "jobs_outcome_check" CHECK ("jobs"."outcome" IN ('succeeded', 'failed', 'interrupted')),
	CONSTRAINT "jobs_offset_check" CHECK ("jobs"."offset_minutes" BETWEEN 0 AND 59)
);
