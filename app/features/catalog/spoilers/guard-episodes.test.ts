import { describe, expect, it } from "vitest";
import type { Episode } from "~/features/catalog/anime";
import { guardEpisode, guardTitle, type EpisodeViewer } from "./guard-episodes";
import { MASK_ALL, MASK_NOTHING } from "./spoiler-settings";

const episode: Episode = {
  id: "1-5",
  anime_mal_id: 1,
  episode_id: 5,
  title: "The End",
  title_japanese: "終わり",
  title_romanji: "Owari",
  description: "Everyone leaves.",
  image_url: "https://images.test/5.jpg",
  aired: null,
  duration: 24,
  score: 9,
  filler: false,
  recap: false,
  video_url: null,
};
const viewer = (fields: Partial<EpisodeViewer> = {}): EpisodeViewer => ({
  masks: MASK_ALL,
  seen: new Set(),
  revealed: new Set(),
  ...fields,
});
const NOTHING_MASKED = { title: false, synopsis: false, image: false };

describe("an unseen episode", () => {
  it("has no title, synopsis or image", () => {
    const guarded = guardEpisode(episode, viewer());
    expect(JSON.stringify(guarded)).not.toMatch(/End|終|Owari|leaves|images/);
    expect(guarded).toMatchObject({
      episode_id: 5,
      duration: 24,
      masked: { title: true, synopsis: true, image: true },
    });
  });

  it("loses only what the viewer hides", () => {
    const masks = { ...MASK_NOTHING, episodeSynopses: true };
    expect(guardEpisode(episode, viewer({ masks }))).toEqual({
      ...episode,
      description: null,
      masked: { ...NOTHING_MASKED, synopsis: true },
    });
    expect(guardEpisode(episode, viewer({ masks: MASK_NOTHING }))).toEqual({
      ...episode,
      masked: NOTHING_MASKED,
    });
  });

  it("hides nothing where there is nothing", () => {
    const bare = {
      ...episode,
      title: null,
      title_japanese: null,
      title_romanji: null,
      description: null,
      image_url: null,
    };
    expect(guardEpisode(bare, viewer()).masked).toEqual(NOTHING_MASKED);
  });

  it.each(["5", "episodes"])("is whole after revealing %s", (item) => {
    expect(guardEpisode(episode, viewer({ revealed: new Set([item]) }))).toEqual({
      ...episode,
      masked: NOTHING_MASKED,
    });
  });

  it("stays masked after revealing another", () => {
    expect(guardEpisode(episode, viewer({ revealed: new Set(["4", "scores"]) })).title).toBeNull();
  });
});

it("shows a seen episode whole", () => {
  expect(guardEpisode(episode, viewer({ seen: new Set([5]) })).title).toBe("The End");
});

it("hides the title of an unseen neighbour", () => {
  const next = { number: 6, title: "After" };
  expect(guardTitle(next, viewer())).toEqual({ number: 6, title: null });
  expect(guardTitle(next, viewer({ seen: new Set([6]) }))).toEqual(next);
  expect(guardTitle(next, viewer({ masks: MASK_NOTHING }))).toEqual(next);
  expect(guardTitle(null, viewer())).toBeNull();
});
