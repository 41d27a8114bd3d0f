CREATE TABLE "catalog_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "catalog_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"mal_id" integer,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_purged" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalog_state" ADD COLUMN "records_changes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Written by hand: whatever changes the catalog is recorded in the same transaction, if a cache in front is to be purged of it.
CREATE FUNCTION record_catalog_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.records_changes AND NEW.version <> OLD.version THEN
    INSERT INTO catalog_changes (mal_id) VALUES (NULL);
  END IF;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION record_changed_titles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM catalog_state WHERE records_changes) THEN
    INSERT INTO catalog_changes (mal_id) SELECT DISTINCT mal_id FROM changed;
  END IF;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION record_changed_episodes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM catalog_state WHERE records_changes) THEN
    INSERT INTO catalog_changes (mal_id) SELECT DISTINCT anime_mal_id FROM changed;
  END IF;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION record_changed_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A check that finds what it found before changes nothing that is shown.
  IF EXISTS (SELECT 1 FROM catalog_state WHERE records_changes) THEN
    INSERT INTO catalog_changes (mal_id)
    SELECT DISTINCT changed.anime_mal_id FROM changed JOIN previous USING (id)
    WHERE to_jsonb(changed) - 'checked_at' <> to_jsonb(previous) - 'checked_at';
  END IF;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER catalog_version_recorded AFTER UPDATE OF version ON catalog_state FOR EACH ROW EXECUTE FUNCTION record_catalog_version();--> statement-breakpoint
CREATE TRIGGER animes_inserted_recorded AFTER INSERT ON animes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_changed_titles();--> statement-breakpoint
CREATE TRIGGER animes_updated_recorded AFTER UPDATE ON animes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_changed_titles();--> statement-breakpoint
CREATE TRIGGER animes_deleted_recorded AFTER DELETE ON animes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_changed_titles();--> statement-breakpoint
CREATE TRIGGER anime_relations_inserted_recorded AFTER INSERT ON anime_relations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_changed_titles();--> statement-breakpoint
CREATE TRIGGER anime_relations_updated_recorded AFTER UPDATE ON anime_relations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_changed_titles();--> statement-breakpoint
CREATE TRIGGER anime_relations_deleted_recorded AFTER DELETE ON anime_relations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_changed_titles();--> statement-breakpoint
CREATE TRIGGER episodes_inserted_recorded AFTER INSERT ON episodes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_changed_episodes();--> statement-breakpoint
CREATE TRIGGER episodes_updated_recorded AFTER UPDATE ON episodes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_changed_episodes();--> statement-breakpoint
CREATE TRIGGER episodes_deleted_recorded AFTER DELETE ON episodes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_changed_episodes();--> statement-breakpoint
CREATE TRIGGER episode_sources_inserted_recorded AFTER INSERT ON episode_sources REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_changed_episodes();--> statement-breakpoint
CREATE TRIGGER episode_sources_updated_recorded AFTER UPDATE ON episode_sources REFERENCING NEW TABLE AS changed OLD TABLE AS previous FOR EACH STATEMENT EXECUTE FUNCTION record_changed_sources();--> statement-breakpoint
CREATE TRIGGER episode_sources_deleted_recorded AFTER DELETE ON episode_sources REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_changed_episodes();
