import { describe, expect, it } from "vitest";
import { Busy } from "~/errors/app-error";
import { createCoverStore, pictureKey } from "./cover-store.server";
import { sizeOf } from "./cover-sizes";
import type { RenderCoverInput } from "./render-cover.server";

const input = (malId: number): RenderCoverInput => ({
  kind: "cover",
  size: sizeOf("cover", 240),
  anime: { malId, title: `Title ${malId}` },
});

/** A renderer whose pictures are finished by hand. */
function slowRenderer() {
  const asked: number[] = [];
  const finish = new Map<number, (picture: Uint8Array) => void>();
  const fail = new Map<number, (reason: Error) => void>();
  const render = ({ anime }: RenderCoverInput) =>
    new Promise<Uint8Array>((resolve, reject) => {
      asked.push(anime.malId);
      finish.set(anime.malId, resolve);
      fail.set(anime.malId, reject);
    });
  return { asked, finish, fail, render };
}

function countingRenderer(size: number) {
  const asked: number[] = [];
  const render = ({ anime }: RenderCoverInput) => {
    asked.push(anime.malId);
    return Promise.resolve(new Uint8Array(size));
  };
  return { asked, render };
}

describe("pictureKey", () => {
  it("changes with what is drawn and with the size, and with nothing else", () => {
    const key = pictureKey(input(1));
    expect(pictureKey({ ...input(1) })).toBe(key);
    expect(pictureKey(input(2))).not.toBe(key);
    expect(pictureKey({ ...input(1), size: sizeOf("cover", 360) })).not.toBe(key);
    expect(
      pictureKey({ ...input(1), anime: { malId: 1, title: "Title 1", genres: ["Action"] } }),
    ).not.toBe(key);
  });
});

describe("createCoverStore", () => {
  it("draws a picture once and keeps it", async () => {
    const { asked, render } = countingRenderer(10);
    const store = createCoverStore({ maxBytes: 100, render });
    await store.picture(input(1));
    await store.picture(input(1));
    expect(asked).toEqual([1]);
    expect(store.bytes).toBe(10);
  });

  it("draws once for many who ask at the same time", async () => {
    const { asked, finish, render } = slowRenderer();
    const store = createCoverStore({ maxBytes: 100, render });
    const both = Promise.all([store.picture(input(1)), store.picture(input(1))]);
    finish.get(1)?.(new Uint8Array([7]));
    expect(await both).toEqual([new Uint8Array([7]), new Uint8Array([7])]);
    expect(asked).toEqual([1]);
  });

  it("forgets the picture that was not asked for the longest once the bytes are used up", async () => {
    const { asked, render } = countingRenderer(40);
    const store = createCoverStore({ maxBytes: 80, render });
    await store.picture(input(1));
    await store.picture(input(2));
    await store.picture(input(1));
    expect(store.bytes).toBe(80);
    await store.picture(input(3));
    expect(store.bytes).toBe(80);
    await store.picture(input(1));
    expect(asked).toEqual([1, 2, 3]);
    await store.picture(input(2));
    expect(asked).toEqual([1, 2, 3, 2]);
  });

  it("does not keep a picture larger than all the room", async () => {
    const { render } = countingRenderer(81);
    const store = createCoverStore({ maxBytes: 80, render });
    await store.picture(input(1));
    expect(store.bytes).toBe(0);
  });

  it("draws two at a time and the next when one is done, also when it failed", async () => {
    const { asked, finish, fail, render } = slowRenderer();
    const store = createCoverStore({ maxBytes: 100, render });
    const first = store.picture(input(1));
    const others = [2, 3, 4].map((id) => store.picture(input(id)));
    expect(asked).toEqual([1, 2]);
    fail.get(1)?.(new Error("no paint"));
    await expect(first).rejects.toThrow("no paint");
    expect(asked).toEqual([1, 2, 3]);
    finish.get(2)?.(new Uint8Array(1));
    await others[0];
    expect(asked).toEqual([1, 2, 3, 4]);
    finish.get(3)?.(new Uint8Array(1));
    finish.get(4)?.(new Uint8Array(1));
    await Promise.all(others);
    const again = store.picture(input(1));
    finish.get(1)?.(new Uint8Array(1));
    await again;
    expect(asked).toEqual([1, 2, 3, 4, 1]);
  });

  it("refuses to let more than 400 wait", async () => {
    const { render } = slowRenderer();
    const store = createCoverStore({ maxBytes: 100, render });
    for (let id = 1; id <= 402; id += 1) void store.picture(input(id));
    await expect(store.picture(input(403))).rejects.toBeInstanceOf(Busy);
  });
});
