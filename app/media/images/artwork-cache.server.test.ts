import { describe, expect, it, vi } from "vitest";
import { Busy } from "~/errors/app-error";
import { createArtworkCache, artworkKey } from "./artwork-cache.server";
import { sizeOf } from "~/artwork/cover-sizes";
import type { RenderArtworkInput } from "./render-artwork.server";

const input = (malId: number): RenderArtworkInput => ({
  kind: "cover",
  size: sizeOf("cover", 240),
  anime: { malId, title: `Title ${malId}` },
});

function slowRenderer() {
  const rendered: number[] = [];
  const finish = new Map<number, (image: Uint8Array) => void>();
  const fail = new Map<number, (reason: Error) => void>();
  const render = ({ anime }: RenderArtworkInput) =>
    new Promise<Uint8Array>((resolve, reject) => {
      rendered.push(anime.malId);
      finish.set(anime.malId, resolve);
      fail.set(anime.malId, reject);
    });
  return { rendered, finish, fail, render };
}

function countingRenderer(size: number) {
  const rendered: number[] = [];
  const render = ({ anime }: RenderArtworkInput) => {
    rendered.push(anime.malId);
    return Promise.resolve(new Uint8Array(size));
  };
  return { rendered, render };
}

describe("artworkKey", () => {
  it("changes with what is drawn and with the size, and with nothing else", () => {
    const key = artworkKey(input(1));
    expect(artworkKey({ ...input(1) })).toBe(key);
    expect(artworkKey(input(2))).not.toBe(key);
    expect(artworkKey({ ...input(1), size: sizeOf("cover", 360) })).not.toBe(key);
    expect(
      artworkKey({ ...input(1), anime: { malId: 1, title: "Title 1", genres: ["Action"] } }),
    ).not.toBe(key);
  });
});

describe("createArtworkCache", () => {
  it("renders an image once and caches it", async () => {
    const { rendered, render } = countingRenderer(10);
    const cache = createArtworkCache({ maxBytes: 100, atOnce: 2, render });
    await cache.get(input(1));
    await cache.get(input(1));
    expect(rendered).toEqual([1]);
    expect(cache.usage.bytes).toBe(10);
  });

  it("renders once for concurrent requests", async () => {
    const { rendered, finish, render } = slowRenderer();
    const cache = createArtworkCache({ maxBytes: 100, atOnce: 2, render });
    const both = Promise.all([cache.get(input(1)), cache.get(input(1))]);
    await vi.waitFor(() => expect(rendered).toEqual([1]));
    finish.get(1)?.(new Uint8Array([7]));
    expect(await both).toEqual([new Uint8Array([7]), new Uint8Array([7])]);
    expect(rendered).toEqual([1]);
  });

  it("evicts the least recently used image once the bytes are used up", async () => {
    const { rendered, render } = countingRenderer(40);
    const cache = createArtworkCache({ maxBytes: 80, atOnce: 2, render });
    await cache.get(input(1));
    await cache.get(input(2));
    await cache.get(input(1));
    expect(cache.usage.bytes).toBe(80);
    await cache.get(input(3));
    expect(cache.usage.bytes).toBe(80);
    await cache.get(input(1));
    expect(rendered).toEqual([1, 2, 3]);
    await cache.get(input(2));
    expect(rendered).toEqual([1, 2, 3, 2]);
  });

  it("does not cache an image larger than the cache", async () => {
    const { render } = countingRenderer(81);
    const cache = createArtworkCache({ maxBytes: 80, atOnce: 2, render });
    await cache.get(input(1));
    expect(cache.usage.bytes).toBe(0);
  });

  it("draws first what a client waits for most, and the rest in order", async () => {
    const { rendered, finish, render } = slowRenderer();
    const cache = createArtworkCache({ maxBytes: 100, atOnce: 1, render });
    const wanted = [3, 3, 5, 1].map((urgency, index) =>
      cache.get(input(index + 1), { client: "one", urgency }),
    );
    for (const done of [1, 4, 2, 3]) {
      await vi.waitFor(() => expect(rendered.at(-1)).toBe(done));
      finish.get(done)?.(new Uint8Array(1));
    }
    await Promise.all(wanted);
  });

  it("renders as many at a time as it may, and the next when one is done or failed", async () => {
    const { rendered, finish, fail, render } = slowRenderer();
    const cache = createArtworkCache({ maxBytes: 100, atOnce: 2, render });
    const first = cache.get(input(1));
    const others = [2, 3, 4].map((id) => cache.get(input(id)));
    await vi.waitFor(() => expect(rendered).toEqual([1, 2]));
    fail.get(1)?.(new Error("no paint"));
    await expect(first).rejects.toThrow("no paint");
    await vi.waitFor(() => expect(rendered).toEqual([1, 2, 3]));
    finish.get(2)?.(new Uint8Array(1));
    await others[0];
    await vi.waitFor(() => expect(rendered).toEqual([1, 2, 3, 4]));
    finish.get(3)?.(new Uint8Array(1));
    finish.get(4)?.(new Uint8Array(1));
    await Promise.all(others);
    const again = cache.get(input(1));
    await vi.waitFor(() => expect(rendered).toEqual([1, 2, 3, 4, 1]));
    finish.get(1)?.(new Uint8Array(1));
    await again;
  });

  it("accepts 640 images of one client, whose limit leaves others alone", async () => {
    const { rendered, finish, render } = slowRenderer();
    const cache = createArtworkCache({ maxBytes: 100, atOnce: 2, render });
    for (let id = 1; id <= 640; id += 1) void cache.get(input(id), { client: "one" });
    await expect(cache.get(input(641), { client: "one" })).rejects.toBeInstanceOf(Busy);
    const other = cache.get(input(642), { client: "other" });
    finish.get(1)?.(new Uint8Array(1));
    await vi.waitFor(() => expect(rendered).toContain(642));
    finish.get(642)?.(new Uint8Array(1));
    expect(await other).toEqual(new Uint8Array(1));
  });
});
