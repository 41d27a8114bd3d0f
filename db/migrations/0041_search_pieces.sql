CREATE INDEX "anime_title_keys_pieces_idx" ON "anime_title_keys" USING gin ("pieces") WITH (gin_pending_list_limit=512);--> statement-breakpoint
DROP INDEX "anime_title_keys_pieces_1_idx";--> statement-breakpoint
DROP INDEX "anime_title_keys_pieces_2_idx";--> statement-breakpoint
DROP INDEX "anime_title_keys_pieces_3_idx";--> statement-breakpoint
DROP INDEX "anime_title_keys_pieces_4_idx";--> statement-breakpoint
DROP INDEX "anime_title_keys_pieces_5_idx";
