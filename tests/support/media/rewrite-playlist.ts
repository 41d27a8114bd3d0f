import { createPlaylistRewriter } from "~/media/video/rewrite-playlist";

type RewriteOptions = Parameters<typeof createPlaylistRewriter>[0];

/** Rewrites a whole playlist, of which the proxy rewrites one line after the other. */
export function rewritePlaylist(text: string, options: RewriteOptions): string {
  const rewriter = createPlaylistRewriter(options);
  return text
    .split("\n")
    .map((line) => rewriter.line(line))
    .join("\n");
}
