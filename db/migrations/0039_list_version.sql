ALTER TABLE "users" ADD COLUMN "list_version" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
-- Written by hand: whatever changes a list also changes its version. The array makes it one index scan at any number of users.
CREATE FUNCTION renew_list_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET list_version = gen_random_uuid() WHERE id = ANY (ARRAY(SELECT DISTINCT user_id FROM changed));
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER watch_list_entries_inserted AFTER INSERT ON watch_list_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_list_version();--> statement-breakpoint
CREATE TRIGGER watch_list_entries_updated AFTER UPDATE ON watch_list_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_list_version();--> statement-breakpoint
CREATE TRIGGER watch_list_entries_deleted AFTER DELETE ON watch_list_entries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_list_version();--> statement-breakpoint
CREATE TRIGGER seen_episodes_inserted AFTER INSERT ON seen_episodes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_list_version();--> statement-breakpoint
CREATE TRIGGER seen_episodes_updated AFTER UPDATE ON seen_episodes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_list_version();--> statement-breakpoint
CREATE TRIGGER seen_episodes_deleted AFTER DELETE ON seen_episodes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_list_version();--> statement-breakpoint
CREATE TRIGGER rewatches_inserted AFTER INSERT ON rewatches REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_list_version();--> statement-breakpoint
CREATE TRIGGER rewatches_updated AFTER UPDATE ON rewatches REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_list_version();--> statement-breakpoint
CREATE TRIGGER rewatches_deleted AFTER DELETE ON rewatches REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_list_version();--> statement-breakpoint
CREATE TRIGGER list_events_inserted AFTER INSERT ON list_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_list_version();--> statement-breakpoint
CREATE TRIGGER list_events_updated AFTER UPDATE ON list_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_list_version();--> statement-breakpoint
CREATE TRIGGER list_events_deleted AFTER DELETE ON list_events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_list_version();
