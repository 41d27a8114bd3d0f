-- unused since 1.0.0: the job queue of 0.1, whose instances do not run beside this version
DROP SCHEMA IF EXISTS "akari_jobs" CASCADE;
