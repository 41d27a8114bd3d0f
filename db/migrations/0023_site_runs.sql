CREATE TABLE "run_rejections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "run_rejections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" bigint NOT NULL,
	"line" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "site_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"started_by" uuid,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"beat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"stop_requested" boolean DEFAULT false NOT NULL,
	"fraction" double precision DEFAULT 0 NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"problem" text
);
--> statement-breakpoint
ALTER TABLE "run_rejections" ADD CONSTRAINT "run_rejections_run_id_site_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."site_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_rejections_run_idx" ON "run_rejections" USING btree ("run_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "site_runs_running_key" ON "site_runs" USING btree ("kind") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "site_runs_kind_idx" ON "site_runs" USING btree ("kind","id");