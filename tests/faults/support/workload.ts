import { createHash } from "node:crypto";
import { basename } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { noise } from "../../factories/image";
import { buildUser } from "../../factories/user";
import type { MediaOrigin } from "../../fakes/media-origin";
import { contentId } from "~/media/storage/content-id";
import { createApiClient, type ApiClient, type ApiResponse } from "../../support/server/api-client";
import { dataOf } from "../../support/server/signed-in";
import type { Random } from "../../support/random";
import { Ledger } from "./ledger";
import type { Site } from "./site";

/** Continuous writes of one kind, compared with what the site returns afterwards. */
interface Writer {
  kind: string;
  ledger: Ledger;
  write(): Promise<void>;
  /** Reads what the ledger has touched, or all of it, and returns the contradictions. */
  verify(all: boolean): Promise<string[]>;
}

export interface Workload {
  start(): void;
  /** Resolves when no write is pending. */
  stop(): Promise<void>;
  /** Compares what was written since the last call, or everything. */
  verify(all?: boolean): Promise<string[]>;
  counts(): Record<string, number>;
  acknowledged(): number;
  failed(): number;
}

/** Milliseconds to wait after a failed write. */
const BACK_OFF_MS = 20;
const READ_TIMEOUT_MS = 30_000;
const LISTED_TITLES = 40;
const IMPORTED_TITLES = 300;
const TYPES = ["Watching", "Completed", "To Watch", "Collection"];

export async function createWorkload(
  site: Site,
  origin: MediaOrigin,
  random: Random,
): Promise<Workload> {
  const titles = await listTitles(site);
  const listed = titles.slice(0, LISTED_TITLES);
  const imported = titles.slice(LISTED_TITLES, LISTED_TITLES + IMPORTED_TITLES);
  const episodes = await listEpisodes(site);
  const signedUp = async () => {
    const client = createApiClient(site.url);
    const response = await client.send("POST", "/api/auth/signup", buildUser());
    if (response.status !== 200) throw new Error(`Sign-up returned ${response.status}`);
    return client;
  };
  const writers: Writer[] = [
    createSignUps(site, episodes),
    createSignUps(site, episodes),
    createListWriter(await signedUp(), listed, random),
    createListWriter(await signedUp(), listed, random),
    createListWriter(await signedUp(), listed, random),
    createUploader(await signedUp()),
    createUploader(await signedUp()),
    createImporter(await signedUp(), imported),
    createImporter(await signedUp(), imported),
    createPlayer(await signedUp(), episodes, random),
    createPlayer(await signedUp(), episodes, random),
    createImageViewer(site, origin, 100),
    createImageViewer(site, origin, 2_000),
  ];
  let isRunning = false;
  let lanes: Promise<void>[] = [];
  let failed = 0;
  const run = async (writer: Writer) => {
    while (isRunning) {
      const { acknowledged } = writer.ledger;
      await writer.write();
      if (writer.ledger.acknowledged > acknowledged) continue;
      failed += 1;
      await pause(BACK_OFF_MS);
    }
  };
  return {
    start() {
      isRunning = true;
      lanes = writers.map(run);
    },
    async stop() {
      isRunning = false;
      await Promise.all(lanes);
    },
    async verify(all = false) {
      return (await Promise.all(writers.map((writer) => writer.verify(all)))).flat();
    },
    counts() {
      const counts: Record<string, number> = {};
      for (const { kind, ledger } of writers)
        counts[kind] = (counts[kind] ?? 0) + ledger.acknowledged;
      return counts;
    },
    acknowledged: () => writers.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0),
    failed: () => failed,
  };
}

/** New users play an episode at once, which puts its title on their list. */
function createSignUps(site: Site, [first]: readonly Episode[]): Writer {
  const ledger = new Ledger();
  const clients = new Map<string, ApiClient>();
  return {
    kind: "sign-ups",
    ledger,
    async write() {
      const user = buildUser();
      const client = createApiClient(site.url);
      const acknowledge = ledger.attempt(user.email, "there");
      if (!(await isAcknowledged(client.send("POST", "/api/auth/signup", user)))) return;
      acknowledge();
      clients.set(user.email, client);
      await isAcknowledged(
        client.send("POST", "/api/user/progress", { ...first, position: 30, duration: 1_400 }),
      );
    },
    async verify(all) {
      const problems: string[] = [];
      for (const email of keysOf(ledger, all)) {
        const client = clients.get(email);
        if (client === undefined) continue;
        const session = dataOf<{ email: string } | null>(await read(client, "/api/auth/session"));
        note(problems, ledger.settle(email, session?.email === email ? "there" : null));
      }
      return problems;
    },
  };
}

function createListWriter(client: ApiClient, titles: readonly number[], random: Random): Writer {
  const ledger = new Ledger();
  const path = "/api/user/watchList";
  return {
    kind: "list writes",
    ledger,
    async write() {
      const animeId = random.pick(titles);
      const type = random.below(5) === 0 ? null : random.pick(TYPES);
      const acknowledge = ledger.attempt(String(animeId), type);
      const sent =
        type === null
          ? client.send("DELETE", path, { animeId })
          : client.send("POST", path, { animeId, type });
      if (await isAcknowledged(sent)) acknowledge();
    },
    async verify(all) {
      const entries = dataOf<{ anime_id: string; type: string }[]>(await read(client, path));
      const found = new Map(entries.map(({ anime_id, type }) => [anime_id, type]));
      return keysOf(ledger, all).flatMap((id) => ledger.settle(id, found.get(id) ?? null) ?? []);
    },
  };
}

function createUploader(client: ApiClient): Writer {
  const ledger = new Ledger();
  return {
    kind: "uploads",
    ledger,
    async write() {
      const image = (await noise({ width: 32, height: 32, format: "png" })).toString("base64");
      let url: string | null = null;
      const sent = client.send("POST", "/api/uploadImage", { image, filename: "a.png" });
      if (await isAcknowledged(sent, (response) => (url = dataOf<unknown>(response) as string)))
        ledger.attempt(url ?? "", "whole")();
    },
    async verify(all) {
      const problems: string[] = [];
      for (const url of keysOf(ledger, all)) {
        const bytes = await readBytes(client.origin + url);
        const isWhole = bytes !== null && contentId(bytes) === basename(url);
        note(problems, ledger.settle(url, isWhole ? "whole" : null));
      }
      return problems;
    },
  };
}

/** The same titles with other notes each time: all or none change. */
function createImporter(client: ApiClient, titles: readonly number[]): Writer {
  const ledger = new Ledger();
  let number = 0;
  return {
    kind: "list imports",
    ledger,
    async write() {
      const notes = `import ${(number += 1)}`;
      const list = titles.map((mal_id) => ({ mal_id, type: "Completed", notes }));
      const acknowledge = ledger.attempt("list", notes);
      const sent = client.send("POST", "/api/user/watchList/import?policy=replace", list);
      if (await isAcknowledged(sent)) acknowledge();
    },
    async verify() {
      const { entries } = dataOf<{ entries: { notes: string | null }[] }>(
        await read(client, "/api/user/watchList/export"),
      );
      const found = [...new Set(entries.map(({ notes }) => notes))];
      const problems: string[] = [];
      if (found.length > 1 || (entries.length !== 0 && entries.length !== titles.length))
        problems.push(`half an import: ${entries.length} titles with ${found.join(" and ")}`);
      note(problems, ledger.settle("list", found[0] ?? null));
      ledger.takeTouched();
      return problems;
    },
  };
}

function createPlayer(client: ApiClient, episodes: readonly Episode[], random: Random): Writer {
  const ledger = new Ledger();
  const path = "/api/user/progress";
  return {
    kind: "positions",
    ledger,
    async write() {
      const { animeId, episode } = random.pick(episodes);
      const position = 1 + random.below(1_000);
      const acknowledge = ledger.attempt(`${animeId} ${episode}`, String(position));
      const entry = { animeId, episode, position, duration: 1_400 };
      if (await isAcknowledged(client.send("POST", path, entry))) acknowledge();
    },
    async verify(all) {
      const rows = dataOf<{ anime_id: string; episode: number; position: number }[]>(
        await read(client, path),
      );
      const found = new Map(
        rows.map(({ anime_id, episode, position }) => [`${anime_id} ${episode}`, String(position)]),
      );
      return keysOf(ledger, all).flatMap((key) => ledger.settle(key, found.get(key) ?? null) ?? []);
    },
  };
}

/** New sizes of one image, each of which must read the same afterwards. */
function createImageViewer(site: Site, origin: MediaOrigin, firstWidth: number): Writer {
  const ledger = new Ledger();
  let width = firstWidth;
  const urlOf = (path: string) => `${site.url}/api/proxy?${path}`;
  return {
    kind: "cached images",
    ledger,
    async write() {
      const query = `w=${64 + ((width += 1) % 256)}&q=${1 + (Math.floor(width / 256) % 100)}&url=${encodeURIComponent(`${origin.url}/image.jpg`)}`;
      const bytes = await fetchBytes(urlOf(query));
      if (bytes !== null) ledger.attempt(query, digest(bytes))();
    },
    async verify(all) {
      const problems: string[] = [];
      for (const query of keysOf(ledger, all)) {
        const bytes = await readBytes(urlOf(query));
        note(problems, ledger.settle(query, bytes === null ? null : digest(bytes)));
      }
      return problems;
    },
  };
}

interface Episode {
  animeId: number;
  episode: number;
}

async function listTitles(site: Site): Promise<number[]> {
  const client = createApiClient(site.url);
  const response = await read(
    client,
    "/api/animes/full?limit_count=500&order_by=popularity&status_filter=finished_airing",
  );
  return dataOf<{ mal_id: number }[]>(response).map(({ mal_id }) => mal_id);
}

/** No other writer touches their titles. */
async function listEpisodes(site: Site): Promise<Episode[]> {
  const client = createApiClient(site.url);
  const listing = "/api/animes/full?limit_count=100&order_by=title_asc&type_filter=TV";
  const found: Episode[] = [];
  for (const { mal_id: animeId } of dataOf<{ mal_id: number }[]>(await read(client, listing))) {
    const path = `/api/episodes?id=${animeId}&limit=5`;
    const episodes = dataOf<{ episode_id: number }[]>(await read(client, path));
    found.push(...episodes.map(({ episode_id: episode }) => ({ animeId, episode })));
    if (found.length >= 20) return found;
  }
  return found;
}

/**
 * A 5xx response or none leaves the outcome unknown; throws for any other status, since the writes
 * are valid.
 */
async function isAcknowledged(
  sent: Promise<ApiResponse>,
  onSuccess: (response: ApiResponse) => void = () => undefined,
): Promise<boolean> {
  const response = await sent.catch(ignoreLostConnection);
  if (response === null || response.status >= 500) return false;
  if (response.status >= 300)
    throw new Error(`A valid write returned ${response.status}: ${JSON.stringify(response.body)}`);
  onSuccess(response);
  return true;
}

/** Reads a path once the site responds again. */
async function read(client: ApiClient, path: string): Promise<ApiResponse> {
  const response = await retry(async () => {
    const sent = await client.send("GET", path).catch(ignoreLostConnection);
    return sent === null || sent.status >= 500 ? null : sent;
  });
  if (response?.status !== 200)
    throw new Error(
      `${path} returned ${response?.status ?? "nothing"}: ${JSON.stringify(response?.body)}`,
    );
  return response;
}

/** Returns null for 404. */
async function readBytes(url: string): Promise<Buffer | null> {
  return retry(async () => {
    const response = await fetch(url).catch(ignoreLostConnection);
    const bytes = await response?.arrayBuffer().catch(ignoreLostConnection);
    if (response?.status === 404) return Buffer.alloc(0);
    return response?.status === 200 && bytes ? Buffer.from(bytes) : null;
  });
}

/** Returns null for an incomplete response. */
async function fetchBytes(url: string): Promise<Buffer | null> {
  const response = await fetch(url).catch(ignoreLostConnection);
  const bytes = await response?.arrayBuffer().catch(ignoreLostConnection);
  if (response === null || !bytes || response.status >= 500) return null;
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}`);
  return Buffer.from(bytes);
}

async function retry<Value>(attempt: () => Promise<Value | null>): Promise<Value | null> {
  const deadline = performance.now() + READ_TIMEOUT_MS;
  for (;;) {
    const value = await attempt();
    if (value !== null || performance.now() > deadline) return value;
    await pause(BACK_OFF_MS);
  }
}

/** fetch rejects with a TypeError when the connection is lost. */
function ignoreLostConnection(error: unknown): null {
  if (error instanceof TypeError) return null;
  throw error;
}

function keysOf(ledger: Ledger, all: boolean): string[] {
  const touched = ledger.takeTouched();
  return all ? ledger.keys() : touched;
}

function note(problems: string[], problem: string | null): void {
  if (problem !== null) problems.push(problem);
}

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
