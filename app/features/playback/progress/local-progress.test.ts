import { describe, expect, it } from "vitest";
import {
  removeLocalProgress,
  readLocalProgress,
  storeLocalProgress,
  toRequestBody,
  listUnsent,
  type LocalEntry,
} from "./local-progress";

function storage(initial: string | null = null) {
  let text = initial;
  return { getItem: () => text, setItem: (_key: string, value: string) => void (text = value) };
}

const entry = (fields: Partial<LocalEntry> = {}): LocalEntry => ({
  animeId: 1,
  episode: 1,
  position: 10,
  duration: 100,
  at: 1_000,
  owner: null,
  ...fields,
});

describe("progress stored in the browser", () => {
  it("is the newest per episode and owner", () => {
    const store = storage();
    storeLocalProgress(store, entry({ watched: true }));
    storeLocalProgress(store, entry({ position: 20, at: 2_000 }));
    storeLocalProgress(store, entry({ owner: "faye", position: 30, at: 3_000 }));
    expect(readLocalProgress(store)).toEqual([
      entry({ position: 20, at: 2_000, watched: true }),
      entry({ owner: "faye", position: 30, at: 3_000 }),
    ]);
  });

  it("moves to the visitor who signs in, but never from one user to another", () => {
    const store = storage();
    storeLocalProgress(store, entry());
    storeLocalProgress(store, entry({ owner: "faye" }));
    storeLocalProgress(store, entry({ owner: "jet" }));
    expect(listUnsent(store, "jet").map(({ owner }) => owner)).toEqual([null, "jet"]);
  });

  it("is deleted once it was sent, unless it has changed since", () => {
    const store = storage();
    storeLocalProgress(store, entry());
    const sent = readLocalProgress(store);
    storeLocalProgress(store, entry({ at: 1_001 }));
    removeLocalProgress(store, sent);
    expect(readLocalProgress(store)).toHaveLength(1);
    removeLocalProgress(store, readLocalProgress(store));
    expect(readLocalProgress(store)).toEqual([]);
  });

  it("is limited to the newest five hundred, and survives storage errors", () => {
    const store = storage();
    for (let episode = 1; episode <= 501; episode += 1)
      storeLocalProgress(store, entry({ episode }));
    expect(readLocalProgress(store)).toHaveLength(500);
    expect(readLocalProgress(store)[0]?.episode).toBe(2);
    for (const broken of ["{", "null", '[{"animeId":"1"}]'])
      expect(readLocalProgress(storage(broken))).toEqual([]);
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error("full");
      },
    };
    expect(() => storeLocalProgress(full, entry())).not.toThrow();
  });

  it("is sent with its age, never a negative one", () => {
    expect(
      toRequestBody(
        "user",
        [entry({ at: 1_000 }), entry({ at: 9_000, watched: true, duration: null })],
        5_000,
      ),
    ).toEqual({
      userId: "user",
      entries: [
        { animeId: 1, episode: 1, position: 10, duration: 100, age: 4 },
        { animeId: 1, episode: 1, position: 10, watched: true, age: 0 },
      ],
    });
  });

  it("is not older than the end of a request that was sent before", () => {
    const { entries } = toRequestBody(
      "user",
      [entry({ at: 1_000 }), entry({ at: 2_000 }), entry({ at: 2_500 }), entry({ at: 4_500 })],
      5_000,
      { sentAt: 2_000, endedAt: 4_000 },
    );
    expect(entries).toMatchObject([{ age: 4 }, { age: 1 }, { age: 1 }, { age: 0.5 }]);
  });
});
