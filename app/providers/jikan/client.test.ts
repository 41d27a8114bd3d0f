import { describe, expect, it } from "vitest";
import type { ServiceFetch } from "~/outbound/service-fetch";
import { createJikanClient } from "./client.server";

const page = (hasNextPage: boolean) =>
  JSON.stringify({
    data: [{ mal_id: hasNextPage ? 1 : 2 }],
    pagination: { last_visible_page: 4, has_next_page: hasNextPage },
  });

interface Planned {
  status?: number;
  text?: string;
}

/** Time passes only while it waits. */
function client(plan: Planned[]) {
  const clock = { ms: 0 };
  const requests: { url: string; at: number }[] = [];
  const fetch: ServiceFetch = (url) => {
    requests.push({ url: url.href, at: clock.ms });
    const { status = 200, text = page(true) } = plan.shift() ?? {};
    return Promise.resolve({ status, headers: new Headers(), text });
  };
  const jikan = createJikanClient({
    baseUrl: new URL("https://jikan.test/v4/"),
    fetch,
    clock: {
      now: () => clock.ms,
      sleep(milliseconds) {
        clock.ms += milliseconds;
        return Promise.resolve();
      },
    },
    random: () => 0.5,
  });
  return { jikan, requests };
}

describe("createJikanClient", () => {
  it("requests the configured URL, with or without a trailing slash", async () => {
    const { jikan, requests } = client([{}, { text: page(true) }, { text: page(false) }]);
    expect(await jikan.animePage(3)).toMatchObject({
      data: [{ mal_id: 1 }],
      pagination: { last_visible_page: 4, has_next_page: true },
    });
    const episodes: unknown[] = [];
    for await (const found of jikan.episodePages(21)) episodes.push(found);
    expect(episodes).toEqual([
      { cursor: 1, items: [{ mal_id: 1 }] },
      { cursor: 2, items: [{ mal_id: 2 }] },
    ]);
    expect(requests.map((request) => request.url)).toEqual([
      "https://jikan.test/v4/anime?page=3",
      "https://jikan.test/v4/anime/21/episodes?page=1",
      "https://jikan.test/v4/anime/21/episodes?page=2",
    ]);
  });

  it("sends at most 3 requests in any second and 60 in any minute", async () => {
    const { jikan, requests } = client([]);
    for (let number = 1; number <= 130; number += 1) await jikan.animePage(number);
    const sent = requests.map((request) => request.at);
    const mostWithin = (windowMs: number) =>
      Math.max(
        ...sent.map((from) => sent.filter((at) => at >= from && at < from + windowMs).length),
      );
    expect([mostWithin(1_000), mostWithin(60_000)]).toEqual([3, 60]);
    expect(sent[3]).toBe(1_000);
    expect(sent[60]).toBe(60_000);
  });

  it("makes six attempts for a page of the listing, and three for a single title", async () => {
    const failing = Array.from({ length: 20 }, () => ({ status: 500 }));
    const listing = client([...failing]);
    await expect(listing.jikan.animePage(1)).rejects.toMatchObject({ kind: "unavailable" });
    expect(listing.requests).toHaveLength(6);
    const title = client([...failing]);
    await expect(title.jikan.episodePages(20).next()).rejects.toMatchObject({
      kind: "unavailable",
    });
    expect(title.requests).toHaveLength(3);
  });

  it.each([
    ["depth", `${"[".repeat(31)}${"]".repeat(31)}`, `${"[".repeat(32)}${"]".repeat(32)}`],
    ["values", `[${"0,".repeat(99_993)}0]`, `[${"0,".repeat(99_994)}0]`],
  ])("limits the %s of a response's JSON", async (_, within, beyond) => {
    const extended = (extra: string) => ({ text: `{"data":[],"pagination":{},"extra":${extra}}` });
    await client([extended(within)]).jikan.animePage(1);
    const { jikan, requests } = client([extended(beyond)]);
    await expect(jikan.animePage(1)).rejects.toThrow("JSON exceeds max");
    expect(requests).toHaveLength(1);
  });
});
