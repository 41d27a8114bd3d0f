import { expect, it } from "vitest";
import { episodeAt } from "./episode-number";

const title = { aired_from: "2026-10-03T00:00:00.000Z", episodes: 24, last_episode: null };
/** Saturdays at 00:30 in Japan. */
const at = (day: string) => new Date(`${day}T15:30:00.000Z`);

it("counts weeks from the last episode with a day, forwards and backwards", () => {
  const numbered = { ...title, last_episode: { number: 5, aired: "2026-11-07T00:00:00.000Z" } };
  expect(episodeAt(numbered, at("2026-11-06"))).toBe(5);
  expect(episodeAt(numbered, at("2026-11-20"))).toBe(7);
  expect(episodeAt(numbered, at("2026-10-23"))).toBe(3);
});

it("counts from the first broadcast without one", () => {
  expect(episodeAt(title, at("2026-10-02"))).toBe(1);
  expect(episodeAt(title, at("2026-10-16"))).toBe(3);
  expect(episodeAt({ ...title, aired_from: null }, at("2026-10-16"))).toBeNull();
});

it("says nothing after 13 weeks, before the first and past the last episode", () => {
  expect(episodeAt(title, at("2027-01-01"))).toBe(14);
  expect(episodeAt(title, at("2027-01-08"))).toBeNull();
  expect(episodeAt(title, at("2026-09-25"))).toBeNull();
  expect(episodeAt({ ...title, episodes: 3 }, at("2026-10-16"))).toBe(3);
  expect(episodeAt({ ...title, episodes: 3 }, at("2026-10-23"))).toBeNull();
  expect(episodeAt({ ...title, episodes: null }, at("2026-10-23"))).toBe(4);
});
