import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../../tests/support/random";
import type { Program } from "./programs";
import { createUser } from "./user";

/** The response to one request. */
export interface Answer {
  kind: string;
  path: string;
  /** Status of the response; 0 without one. */
  status: number;
  /** Milliseconds until the last byte. */
  took: number;
}

interface MemberOptions {
  /** Seeds what the member does. */
  n: number;
  titles: readonly { mal_id: number; title: string }[];
  onAnswer: (answer: Answer) => void;
}

interface Member {
  /** Goes on until the signal is aborted. */
  spendTime(signal: AbortSignal): Promise<void>;
}

const SEGMENTS_WATCHED = 15;
const SEGMENT_MS = 4_000;
const VIDEO = "/media/demo/1/v360/";
/** Covers that a page has in view. */
const COVERS = 12;

/** One person with a browser, an account and a list of twenty titles. */
export async function createMember(
  server: Program,
  { n, titles, onAnswer }: MemberOptions,
): Promise<Member> {
  const random = seededRandom(n);
  const cookie = await createUser(server);

  async function send(kind: string, path: string, body?: object): Promise<string> {
    const started = performance.now();
    let status = 0;
    let text = "";
    try {
      const response = await fetch(server.url + path, {
        headers: {
          cookie,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      });
      text = await response.text();
      status = response.status;
    } catch {
      // Counted as a request without a response.
    }
    onAnswer({ kind, path, status, took: performance.now() - started });
    return text;
  }
  async function open(kind: string, path: string): Promise<void> {
    const html = await send(kind, path);
    const covers = new Set(html.match(/\/media\/cover\/\d+\/240\.webp/g));
    await Promise.all([...covers].slice(0, COVERS).map((cover) => send("cover", cover)));
  }
  const own = Array.from({ length: 20 }, () => random.pick(titles).mal_id);
  for (const animeId of own)
    await send("own list", "/api/user/watchList", { animeId, type: "Watching" });

  async function search(): Promise<void> {
    const { title } = random.pick(titles);
    for (const length of [2, 3, 5, 8]) {
      await send("suggest", `/api/animes/suggest?q=${encodeURIComponent(title.slice(0, length))}`);
      await pause(250);
    }
    await open("search", `/browse?search_query=${encodeURIComponent(title.slice(0, 8))}`);
  }
  async function watch(signal: AbortSignal): Promise<void> {
    const animeId = random.pick(own);
    await open("watch", `/watch/${animeId}/1`);
    const playlist = await send("playlist", `${VIDEO}index.m3u8`);
    const segments = playlist.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    for (let count = 0; count < SEGMENTS_WATCHED && !signal.aborted; count += 1) {
      await send("segment", VIDEO + (segments[count % segments.length] ?? ""));
      if (count % 3 === 2)
        await send("progress", "/api/user/progress", {
          entries: [{ animeId, episode: 1, position: count * 4, duration: 1440 }],
        });
      await pause(SEGMENT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  const activities: readonly ((signal: AbortSignal) => Promise<unknown>)[] = [
    () => open("home", "/"),
    () => open("browse", `/browse?genre_filter=${random.pick(["Drama", "Action", "Comedy"])}`),
    () => open("title", `/anime/${random.pick(titles).mal_id}`),
    () => open("my list", "/list"),
    () => open("schedule", "/schedule"),
    () => send("own list", "/api/user/watchlist/seen", { animeId: random.pick(own), episodes: 1 }),
    () => search(),
    (signal) => watch(signal),
  ];

  return {
    async spendTime(signal) {
      while (!signal.aborted) {
        await random.pick(activities)(signal);
        // People read this long.
        await pause(2_000 + random.below(13_000), undefined, { signal }).catch(() => undefined);
      }
    },
  };
}
