import { describe, expect, it } from "vitest";
import {
  OperatorFetchError,
  type OperatorResponse,
  type OperatorFetch,
} from "~/outbound/operator-fetch.server";
import { createJikanClient, JikanFailed } from "./client.server";

const PAGE = JSON.stringify({
  data: [{ mal_id: 1 }],
  pagination: { last_visible_page: 4, has_next_page: true },
});
type Planned = Partial<Omit<OperatorResponse, "headers">> & { headers?: Record<string, string> };

/** Time passes only while it waits. */
function client(plan: (Planned | Error)[], random = 0.5) {
  const clock = { ms: 0 };
  const requests: { url: string; at: number }[] = [];
  const waits: string[] = [];
  const fetch: OperatorFetch = (url) => {
    requests.push({ url: url.href, at: clock.ms });
    const next = plan.shift() ?? {};
    if (next instanceof Error) return Promise.reject(next);
    return Promise.resolve({
      status: next.status ?? 200,
      headers: new Headers(next.headers),
      text: next.text ?? PAGE,
    });
  };
  const jikan = createJikanClient({
    baseUrl: new URL("https://jikan.test/v4/"),
    fetch,
    clock: {
      now: () => clock.ms,
      sleep(milliseconds, signal) {
        if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
        clock.ms += milliseconds;
        return Promise.resolve();
      },
    },
    random: () => random,
    onWait: (message) => waits.push(message),
  });
  return { jikan, requests, waits, clock };
}

describe("createJikanClient", () => {
  it("requests the configured URL, with or without a trailing slash", async () => {
    const { jikan, requests } = client([]);
    expect(await jikan.animePage(3)).toMatchObject({
      data: [{ mal_id: 1 }],
      pagination: { last_visible_page: 4, has_next_page: true },
    });
    await jikan.episodesPage(21, 2);
    expect(requests.map((request) => request.url)).toEqual([
      "https://jikan.test/v4/anime?page=3",
      "https://jikan.test/v4/anime/21/episodes?page=2",
    ]);
  });

  it("sends at most 3 requests in any second and 60 in any minute", async () => {
    const { jikan, requests } = client([]);
    for (let page = 1; page <= 130; page += 1) await jikan.animePage(page);
    const sent = requests.map((request) => request.at);
    const mostWithin = (windowMs: number) =>
      Math.max(
        ...sent.map((from) => sent.filter((at) => at >= from && at < from + windowMs).length),
      );
    expect([mostWithin(1_000), mostWithin(60_000)]).toEqual([3, 60]);
    expect(sent[3]).toBe(1_000);
    expect(sent[60]).toBe(60_000);
  });

  it.each([408, 429, 500, 502, 503, 504])("retries after a %d", async (status) => {
    const { jikan, requests } = client([{ status }, { status }]);
    await jikan.animePage(1);
    expect(requests).toHaveLength(3);
  });

  it.each([301, 400, 403, 404, 418])("fails immediately after a %d", async (status) => {
    const { jikan, requests } = client([{ status }]);
    await expect(jikan.animePage(1)).rejects.toThrow(
      `Jikan responded with status ${status} (https://jikan.test/v4/anime?page=1).`,
    );
    expect(requests).toHaveLength(1);
  });

  it("backs off exponentially with full jitter, up to a minute", async () => {
    const failing = { status: 503 };
    const { requests, jikan } = client([failing, failing, failing, failing, failing], 1);
    await jikan.animePage(1);
    expect(requests.map((request) => request.at)).toEqual([0, 1_000, 3_000, 7_000, 15_000, 31_000]);
    const lucky = client([failing, failing], 0);
    await lucky.jikan.animePage(1);
    expect(lucky.clock.ms).toBe(0);
  });

  it("makes six attempts for a page of the listing, and three for a single title", async () => {
    const failing = Array.from({ length: 20 }, () => ({ status: 500 }));
    const listing = client([...failing]);
    await expect(listing.jikan.animePage(1)).rejects.toBeInstanceOf(JikanFailed);
    expect(listing.requests).toHaveLength(6);
    const title = client([...failing]);
    await expect(title.jikan.episodesPage(20, 1)).rejects.toMatchObject({
      name: "JikanFailed",
      attempts: 3,
    });
    expect(title.requests).toHaveLength(3);
  });

  it("retries no sooner than Retry-After, in seconds or as a date", async () => {
    const seconds = client([{ status: 429, headers: { "retry-after": "17" } }], 0);
    await seconds.jikan.animePage(1);
    expect(seconds.requests[1]?.at).toBe(17_000);
    const date = client(
      [
        {
          status: 429,
          headers: {
            date: "Thu, 07 May 2026 14:00:00 GMT",
            "retry-after": "Thu, 07 May 2026 14:01:30 GMT",
          },
        },
      ],
      0,
    );
    await date.jikan.animePage(1);
    expect(date.requests[1]?.at).toBe(90_000);
  });

  it("never waits longer than ten minutes, and names the request", async () => {
    const waiting = client([{ status: 429, headers: { "retry-after": "600" } }], 0);
    await waiting.jikan.animePage(1);
    expect(waiting.requests).toHaveLength(2);
    const { jikan, requests } = client([{ status: 429, headers: { "retry-after": "601" } }], 0);
    await expect(jikan.animePage(1)).rejects.toThrow("Jikan asks to retry in 11 minutes.");
    expect(requests).toHaveLength(1);
  });

  it("backs off as usual after an invalid Retry-After", async () => {
    const { jikan, requests } = client([{ status: 503, headers: { "retry-after": "soon" } }], 1);
    await jikan.animePage(1);
    expect(requests[1]?.at).toBe(1_000);
  });

  it.each([
    new OperatorFetchError("timed-out", "no complete response"),
    new OperatorFetchError("unreachable", "reset"),
    { text: "<h1>Back soon</h1>" },
    { text: PAGE.slice(0, 20) },
  ])("retries after %o", async (trouble) => {
    const { jikan, requests } = client([trouble]);
    await jikan.animePage(1);
    expect(requests).toHaveLength(2);
  });

  it.each([new OperatorFetchError("too-large", "large"), { text: '{"data":5}' }, { text: "[]" }])(
    "fails immediately after %o",
    async (trouble) => {
      const { jikan, requests } = client([trouble]);
      await expect(jikan.animePage(1)).rejects.toBeInstanceOf(JikanFailed);
      expect(requests).toHaveLength(1);
    },
  );

  it.each([
    ["depth", `${"[".repeat(31)}${"]".repeat(31)}`, `${"[".repeat(32)}${"]".repeat(32)}`],
    ["values", `[${"0,".repeat(99_993)}0]`, `[${"0,".repeat(99_994)}0]`],
  ])("limits the %s of a response's JSON", async (_, within, beyond) => {
    const page = (extra: string) => ({ text: `{"data":[],"pagination":{},"extra":${extra}}` });
    await client([page(within)]).jikan.animePage(1);
    const { jikan, requests } = client([page(beyond)]);
    await expect(jikan.animePage(1)).rejects.toThrow("JSON exceeds max");
    expect(requests).toHaveLength(1);
  });

  it("reports to the operator why it waits", async () => {
    const { jikan, waits } = client([{ status: 429 }], 1);
    await jikan.animePage(1);
    expect(waits).toEqual(["Jikan responded with status 429; retrying in 1.0 s"]);
  });

  it("stops waiting when aborted", async () => {
    const { jikan, requests } = client([{ status: 503 }]);
    await expect(jikan.animePage(1, AbortSignal.abort(new Error("enough")))).rejects.toThrow(
      "enough",
    );
    expect(requests).toHaveLength(1);
  });
});
