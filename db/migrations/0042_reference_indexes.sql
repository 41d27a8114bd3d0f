CREATE INDEX "anime_relations_related_idx" ON "anime_relations" USING btree ("related_mal_id");--> statement-breakpoint
CREATE INDEX "list_events_title_idx" ON "list_events" USING btree ("anime_mal_id");--> statement-breakpoint
CREATE INDEX "seen_episodes_title_idx" ON "seen_episodes" USING btree ("anime_mal_id");--> statement-breakpoint
CREATE INDEX "watch_list_entries_title_idx" ON "watch_list_entries" USING btree ("anime_mal_id");--> statement-breakpoint
CREATE INDEX "media_decisions_anime_idx" ON "media_decisions" USING btree ("anime_mal_id");--> statement-breakpoint
CREATE INDEX "playback_positions_episode_idx" ON "playback_positions" USING btree ("anime_mal_id","number");