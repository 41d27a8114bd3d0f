-- Written by hand. No cache in front is purged any more, so that catalog writes need not be recorded. The table "catalog_changes" and
-- the column "records_changes" of "catalog_state", which version 1.0 writes, stay until it may no longer run beside this one.
DROP TRIGGER catalog_version_recorded ON catalog_state;--> statement-breakpoint
DROP TRIGGER animes_inserted_recorded ON animes;--> statement-breakpoint
DROP TRIGGER animes_updated_recorded ON animes;--> statement-breakpoint
DROP TRIGGER animes_deleted_recorded ON animes;--> statement-breakpoint
DROP TRIGGER anime_relations_inserted_recorded ON anime_relations;--> statement-breakpoint
DROP TRIGGER anime_relations_updated_recorded ON anime_relations;--> statement-breakpoint
DROP TRIGGER anime_relations_deleted_recorded ON anime_relations;--> statement-breakpoint
DROP TRIGGER episodes_inserted_recorded ON episodes;--> statement-breakpoint
DROP TRIGGER episodes_updated_recorded ON episodes;--> statement-breakpoint
DROP TRIGGER episodes_deleted_recorded ON episodes;--> statement-breakpoint
DROP TRIGGER episode_sources_inserted_recorded ON episode_sources;--> statement-breakpoint
DROP TRIGGER episode_sources_updated_recorded ON episode_sources;--> statement-breakpoint
DROP TRIGGER episode_sources_deleted_recorded ON episode_sources;--> statement-breakpoint
DROP FUNCTION record_catalog_version();--> statement-breakpoint
DROP FUNCTION record_changed_titles();--> statement-breakpoint
DROP FUNCTION record_changed_episodes();--> statement-breakpoint
DROP FUNCTION record_changed_sources();--> statement-breakpoint
-- A process of version 1.0 that purges plans its next run by itself.
DELETE FROM job_runs WHERE job = 'purge' AND worker IS NULL;--> statement-breakpoint
DELETE FROM jobs WHERE name = 'purge';
