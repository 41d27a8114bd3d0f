import { expect, it } from "vitest";
import { mediaPlaylist } from "./playlists";

it("lists as many segments as a film may have", () => {
  const segments = Array.from({ length: 200_000 }, (_, index) => ({
    start: index * 6,
    end: index * 6 + (index === 7 ? 9.5 : 6),
    offset: null,
  }));
  const playlist = mediaPlaylist(segments);
  expect(playlist).toContain("#EXT-X-TARGETDURATION:10\n");
  expect(playlist).toContain("\n199999.m4s\n#EXT-X-ENDLIST\n");
});
