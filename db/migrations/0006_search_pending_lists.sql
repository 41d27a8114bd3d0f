DROP INDEX "anime_title_keys_pieces_idx";--> statement-breakpoint
DROP INDEX "anime_title_words_words_idx";--> statement-breakpoint
DROP INDEX "title_vocabulary_variants_idx";--> statement-breakpoint
CREATE INDEX "anime_title_keys_pieces_idx" ON "anime_title_keys" USING gin ("pieces") WITH (gin_pending_list_limit=512);--> statement-breakpoint
CREATE INDEX "anime_title_words_words_idx" ON "anime_title_words" USING gin ("words") WITH (gin_pending_list_limit=512);--> statement-breakpoint
CREATE INDEX "title_vocabulary_variants_idx" ON "title_vocabulary" USING gin ("variants") WITH (gin_pending_list_limit=512);