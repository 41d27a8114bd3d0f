import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addEpisode,
  addLowest,
  countEpisodes,
  firstEpisodes,
  hasEpisode,
  listEpisodes,
  parseMultirange,
  removeEpisode,
  removeHighest,
  subtractSet,
  toMultirange,
  uniteSets,
  type EpisodeSet,
} from "~/features/catalog/episodes/episode-set";

const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 20 });
const toSet = (list: readonly number[]) => list.reduce<EpisodeSet>(addEpisode, []);
const sorted = (list: Iterable<number>) => [...list].sort((a, b) => a - b);

describe("a set of episodes", () => {
  it("holds what was added, as disjoint ascending spans that do not touch", () => {
    fc.assert(
      fc.property(numbers, (list) => {
        const set = toSet(list);
        expect(listEpisodes(set)).toEqual(sorted(list));
        expect(countEpisodes(set)).toBe(list.length);
        set.forEach(([first, last], index) => {
          expect(first).toBeLessThanOrEqual(last);
          expect(first).toBeGreaterThan((set[index - 1]?.[1] ?? -2) + 1);
        });
      }),
    );
  });

  it("unites and subtracts as sets do", () => {
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        expect(listEpisodes(uniteSets(toSet(one), toSet(other)))).toEqual(
          sorted(new Set([...one, ...other])),
        );
        expect(listEpisodes(subtractSet(toSet(one), toSet(other)))).toEqual(
          sorted(one.filter((number) => !other.includes(number))),
        );
      }),
    );
  });

  it("loses one episode and no other", () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 40 }), (list, number) => {
        const rest = removeEpisode(toSet(list), number);
        expect(hasEpisode(rest, number)).toBe(false);
        expect(listEpisodes(rest)).toEqual(sorted(list.filter((one) => one !== number)));
      }),
    );
  });

  it("gains the lowest numbers and loses the highest", () => {
    fc.assert(
      fc.property(numbers, numbers, fc.nat(30), (list, except, count) => {
        const expected = new Set(list);
        for (let number = 1, added = 0; added < count; number += 1)
          if (!expected.has(number) && !except.includes(number)) {
            expected.add(number);
            added += 1;
          }
        expect(listEpisodes(addLowest(toSet(list), count, toSet(except)))).toEqual(
          sorted(expected),
        );
        expect(listEpisodes(removeHighest(toSet(list), count))).toEqual(
          sorted(list).slice(0, Math.max(0, list.length - count)),
        );
      }),
    );
  });

  it("comes back from Postgres's text", () => {
    fc.assert(
      fc.property(numbers, (list) => {
        expect(parseMultirange(toMultirange(toSet(list)))).toEqual(toSet(list));
      }),
    );
    expect(parseMultirange(null)).toEqual([]);
    expect(firstEpisodes(0)).toEqual([]);
  });
});
