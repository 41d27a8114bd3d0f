CREATE TABLE "job_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job" text NOT NULL,
	"lane" text NOT NULL,
	"subject" text,
	"key" text,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_requested" boolean DEFAULT false NOT NULL,
	"run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"max_attempts" integer NOT NULL,
	"local_file" text,
	"worker" integer,
	"started_at" timestamp with time zone,
	"stop_requested" boolean DEFAULT false NOT NULL,
	"fraction" double precision,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"failed_at" timestamp with time zone,
	"error" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "job_runs_waiting_key_idx" ON "job_runs" USING btree ("key") WHERE worker IS NULL AND failed_at IS NULL;--> statement-breakpoint
CREATE INDEX "job_runs_due_idx" ON "job_runs" USING btree ("lane","run_at") WHERE worker IS NULL AND failed_at IS NULL;--> statement-breakpoint
CREATE INDEX "job_runs_active_idx" ON "job_runs" USING btree ("lane","subject") WHERE worker IS NOT NULL;