import { describe, expect, it } from "vitest";
import type { Episode } from "~/features/catalog/anime";
import { guardEpisode, guardTitle, type EpisodeViewer } from "./guard-episodes";
import { HIDE_ALL, HIDE_NOTHING } from "./spoiler-settings";

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
  hides: HIDE_ALL,
  seen: new Set(),
  revealed: new Set(),
  ...fields,
});
const NONE_HIDDEN = { title: false, synopsis: false, picture: false };

describe("an unseen episode", () => {
  it("has no title, synopsis or picture", () => {
    const guarded = guardEpisode(episode, viewer());
    expect(JSON.stringify(guarded)).not.toMatch(/End|終|Owari|leaves|images/);
    expect(guarded).toMatchObject({
      episode_id: 5,
      duration: 24,
      hidden: { title: true, synopsis: true, picture: true },
    });
  });

  it("loses only what the viewer hides", () => {
    const hides = { ...HIDE_NOTHING, episodeSynopses: true };
    expect(guardEpisode(episode, viewer({ hides }))).toEqual({
      ...episode,
      description: null,
      hidden: { ...NONE_HIDDEN, synopsis: true },
    });
    expect(guardEpisode(episode, viewer({ hides: HIDE_NOTHING }))).toEqual({
      ...episode,
      hidden: NONE_HIDDEN,
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
    expect(guardEpisode(bare, viewer()).hidden).toEqual(NONE_HIDDEN);
  });

  it.each(["5", "episodes"])("is whole after revealing %s", (item) => {
    expect(guardEpisode(episode, viewer({ revealed: new Set([item]) }))).toEqual({
      ...episode,
      hidden: NONE_HIDDEN,
    });
  });

  it("stays hidden after revealing another", () => {
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
  expect(guardTitle(next, viewer({ hides: HIDE_NOTHING }))).toEqual(next);
  expect(guardTitle(null, viewer())).toBeNull();
});
