import { expect, type BrowserContext } from "@playwright/test";
import { SAMPLE_TITLE } from "./sample-episodes";
import { signUp, type NewUser } from "./sign-up";

/** Signs up, with entries of all kinds, progress and searches: each page has something to show. */
export async function signUpWithEntries(
  { request }: BrowserContext,
  settings: object = {},
): Promise<NewUser> {
  const user = await signUp({ request });
  const send = async (method: "post" | "patch", path: string, data: object) =>
    expect((await request[method](`/api/user/${path}`, { data })).ok(), path).toBe(true);
  for (const [animeId, fields] of [
    [52991, { state: "watching", episodesSeen: 4, score: 8 }],
    [21, { state: "watching", episodesSeen: 400 }],
    [16498, { state: "watching" }],
    // A title of more than one line on a phone.
    [37999, { state: "watching", episodesSeen: 2 }],
    // The next episode plays here.
    [SAMPLE_TITLE, { state: "watching", episodesSeen: 1 }],
    [5114, { state: "completed", score: 10 }],
    [9253, { state: "planned" }],
    [59978, { state: "dropped", episodesSeen: 1, score: 3 }],
  ] as const)
    await send("patch", "watchlist/entry", { animeId, ...fields });
  await send("post", "profile", {
    name: "Faye",
    last_name: "Valentine",
    gender: "Female",
    // A word that is wider than a phone.
    bio: `Space westerns.\n\nhttps://example.org/${"trumpet".repeat(40)}`,
  });
  await send("post", "progress", {
    animeId: 2_000_000_001,
    episode: 1,
    position: 20,
    duration: 40,
  });
  await send("post", "profiles", { name: "Ed", pin: "2468" });
  await send("post", "profiles", { name: "Ein" });
  await send("post", "wishes", { animeId: 52991 });
  await send("post", "wishes", { animeId: 52991, episode: 7 });
  for (const query of ["Mushishi", "frieren"]) await send("post", "searchHistory", { query });
  if (Object.keys(settings).length > 0) await send("post", "sitePreferences", settings);
  return user;
}
