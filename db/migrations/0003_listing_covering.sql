DROP INDEX "listing_entries_score_idx";--> statement-breakpoint
DROP INDEX "listing_entries_score_asc_idx";--> statement-breakpoint
DROP INDEX "listing_entries_title_idx";--> statement-breakpoint
DROP INDEX "listing_entries_title_desc_idx";--> statement-breakpoint
DROP INDEX "listing_entries_popularity_idx";--> statement-breakpoint
DROP INDEX "listing_entries_newest_idx";--> statement-breakpoint
CREATE INDEX "listing_entries_banner_idx" ON "listing_entries" USING btree ("has_banner","mature");--> statement-breakpoint
CREATE INDEX "listing_entries_episodes_idx" ON "listing_entries" USING btree ("episodes","mature");--> statement-breakpoint
CREATE INDEX "listing_entries_score_idx" ON "listing_entries" USING btree (score DESC NULLS LAST,popularity ASC NULLS LAST,"mal_id","mature","status","type","rating_code","season","year","broadcast_day","episodes","has_banner");--> statement-breakpoint
CREATE INDEX "listing_entries_score_asc_idx" ON "listing_entries" USING btree (score ASC NULLS LAST,popularity ASC NULLS LAST,"mal_id","mature","status","type","rating_code","season","year","broadcast_day","episodes","has_banner");--> statement-breakpoint
CREATE INDEX "listing_entries_title_idx" ON "listing_entries" USING btree (title COLLATE "und-x-icu" ASC,popularity ASC NULLS LAST,"mal_id","mature","status","type","rating_code","season","year","broadcast_day","episodes","has_banner");--> statement-breakpoint
CREATE INDEX "listing_entries_title_desc_idx" ON "listing_entries" USING btree (title COLLATE "und-x-icu" DESC,popularity ASC NULLS LAST,"mal_id","mature","status","type","rating_code","season","year","broadcast_day","episodes","has_banner");--> statement-breakpoint
CREATE INDEX "listing_entries_popularity_idx" ON "listing_entries" USING btree (popularity ASC NULLS LAST,"mal_id","mature","status","type","rating_code","season","year","broadcast_day","episodes","has_banner");--> statement-breakpoint
CREATE INDEX "listing_entries_newest_idx" ON "listing_entries" USING btree (newest_at DESC NULLS LAST,popularity ASC NULLS LAST,"mal_id","mature","status","type","rating_code","season","year","broadcast_day","episodes","has_banner");