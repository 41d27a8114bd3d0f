DROP INDEX "anime_title_keys_pieces_idx";--> statement-breakpoint
DROP INDEX "anime_title_words_words_idx";--> statement-breakpoint
CREATE INDEX "anime_title_keys_pieces_1_idx" ON "anime_title_keys" USING gin ("pieces") WITH (gin_pending_list_limit=512) WHERE popularity < 2500;--> statement-breakpoint
CREATE INDEX "anime_title_keys_pieces_2_idx" ON "anime_title_keys" USING gin ("pieces") WITH (gin_pending_list_limit=512) WHERE popularity >= 2500 AND popularity < 10000;--> statement-breakpoint
CREATE INDEX "anime_title_keys_pieces_3_idx" ON "anime_title_keys" USING gin ("pieces") WITH (gin_pending_list_limit=512) WHERE popularity >= 10000 AND popularity < 40000;--> statement-breakpoint
CREATE INDEX "anime_title_keys_pieces_4_idx" ON "anime_title_keys" USING gin ("pieces") WITH (gin_pending_list_limit=512) WHERE popularity >= 40000 AND popularity < 160000;--> statement-breakpoint
CREATE INDEX "anime_title_keys_pieces_5_idx" ON "anime_title_keys" USING gin ("pieces") WITH (gin_pending_list_limit=512) WHERE popularity >= 160000;--> statement-breakpoint
CREATE INDEX "anime_title_keys_prefix_1_idx" ON "anime_title_keys" USING btree ("key") WHERE popularity < 2500;--> statement-breakpoint
CREATE INDEX "anime_title_keys_prefix_2_idx" ON "anime_title_keys" USING btree ("key") WHERE popularity >= 2500 AND popularity < 10000;--> statement-breakpoint
CREATE INDEX "anime_title_keys_prefix_3_idx" ON "anime_title_keys" USING btree ("key") WHERE popularity >= 10000 AND popularity < 40000;--> statement-breakpoint
CREATE INDEX "anime_title_keys_prefix_4_idx" ON "anime_title_keys" USING btree ("key") WHERE popularity >= 40000 AND popularity < 160000;--> statement-breakpoint
CREATE INDEX "anime_title_words_words_1_idx" ON "anime_title_words" USING gin ("words") WITH (gin_pending_list_limit=512) WHERE popularity < 2500;--> statement-breakpoint
CREATE INDEX "anime_title_words_words_2_idx" ON "anime_title_words" USING gin ("words") WITH (gin_pending_list_limit=512) WHERE popularity >= 2500 AND popularity < 10000;--> statement-breakpoint
CREATE INDEX "anime_title_words_words_3_idx" ON "anime_title_words" USING gin ("words") WITH (gin_pending_list_limit=512) WHERE popularity >= 10000 AND popularity < 40000;--> statement-breakpoint
CREATE INDEX "anime_title_words_words_4_idx" ON "anime_title_words" USING gin ("words") WITH (gin_pending_list_limit=512) WHERE popularity >= 40000 AND popularity < 160000;--> statement-breakpoint
CREATE INDEX "anime_title_words_words_5_idx" ON "anime_title_words" USING gin ("words") WITH (gin_pending_list_limit=512) WHERE popularity >= 160000;--> statement-breakpoint
-- Written by hand: a new count of a word stays on its page, so that its hashes are not indexed again.
ALTER TABLE title_vocabulary SET (fillfactor = 60);
