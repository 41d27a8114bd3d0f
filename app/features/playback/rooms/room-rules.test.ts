import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyPlayback,
  endWait,
  heldUntil,
  holdPlayback,
  isMovingAt,
  MAX_WAIT_MS,
  newestRoom,
  NO_WAIT,
  positionAt,
  startWait,
  type MemberWait,
  type PlaybackChange,
  type RoomPlayback,
} from "./room-rules";

const paused: RoomPlayback = { episode: 1, position: 30, playing: false, at: 1_000 };
const playing: RoomPlayback = { ...paused, playing: true };

describe("the position of a room", () => {
  it("stands while it is paused, and moves with the clock while it plays", () => {
    expect(positionAt(paused, 61_000)).toBe(30);
    expect(positionAt(playing, 61_000)).toBe(90);
  });

  it("stands until the time from which it plays", () => {
    const held = { ...playing, at: 5_000 };
    expect([positionAt(held, 4_999), isMovingAt(held, 4_999)]).toEqual([30, false]);
    expect([positionAt(held, 6_000), isMovingAt(held, 6_000)]).toEqual([31, true]);
  });
});

describe("a change", () => {
  it("takes the position of the member who plays or pauses", () => {
    const started = applyPlayback(paused, { do: "play", position: 12 }, { now: 2_000 });
    expect(started).toEqual({ episode: 1, position: 12, playing: true, at: 2_000 });
    const stopped = applyPlayback(started, { do: "pause", position: 14.5 }, { now: 4_400 });
    expect(stopped).toEqual({ episode: 1, position: 14.5, playing: false, at: 4_400 });
  });

  it("takes the room's position without one, as forms send", () => {
    const stopped = applyPlayback(playing, { do: "pause" }, { now: 3_000 });
    expect(stopped.position).toBe(32);
    expect(applyPlayback(stopped, { do: "play" }, { now: 9_000 }).position).toBe(32);
  });

  it("changes nothing when the room plays or is paused already", () => {
    expect(applyPlayback(playing, { do: "play", position: 5 }, { now: 2_000 })).toBe(playing);
    expect(applyPlayback(paused, { do: "pause", position: 5 }, { now: 2_000 })).toBe(paused);
  });

  it("goes to the next episode once when all members ask for it", () => {
    const change = { do: "episode", number: 2, from: 1 } as const;
    const next = applyPlayback(playing, change, { now: 2_000 });
    expect(next).toEqual({ episode: 2, position: 0, playing: true, at: 2_000 });
    expect(applyPlayback(next, change, { now: 2_100 })).toBe(next);
  });

  it("does not start before the wait for a member is over", () => {
    const options = { now: 2_000, heldUntil: 8_000 };
    expect(applyPlayback(paused, { do: "play" }, options).at).toBe(8_000);
    expect(applyPlayback(playing, { do: "seek", position: 3 }, options).at).toBe(8_000);
  });
});

describe("a wait", () => {
  it("stops the room, and continues it when the member is ready", () => {
    const waiting = startWait(NO_WAIT, 10_000);
    const held = holdPlayback(playing, heldUntil([waiting], 10_000), 10_000);
    expect(held).toEqual({ ...playing, position: 39, at: 10_000 + MAX_WAIT_MS });
    const ready = endWait(waiting, 13_000);
    const going = holdPlayback(held, heldUntil([ready], 13_000), 13_000);
    expect(going).toEqual({ ...playing, position: 39, at: 13_000 });
  });

  it("ends by itself", () => {
    const held = holdPlayback(playing, heldUntil([startWait(NO_WAIT, 10_000)], 10_000), 10_000);
    expect(isMovingAt(held, 10_000 + MAX_WAIT_MS - 1)).toBe(false);
    expect(isMovingAt(held, 10_000 + MAX_WAIT_MS)).toBe(true);
  });

  it("lasts until the last member is ready", () => {
    const [first, second] = [startWait(NO_WAIT, 10_000), startWait(NO_WAIT, 12_000)];
    expect(heldUntil([endWait(first, 13_000), second], 13_000)).toBe(12_000 + MAX_WAIT_MS);
    expect(heldUntil([endWait(first, 13_000), endWait(second, 13_000)], 13_000)).toBeNull();
  });

  it("may be repeated after twice its duration, and not before", () => {
    const ready = endWait(startWait(NO_WAIT, 10_000), 13_000);
    expect(startWait(ready, 18_999)).toBe(ready);
    expect(startWait(ready, 19_000).waitsUntil).toBe(19_000 + MAX_WAIT_MS);
  });
});

/** What a member does, or that time passes. */
type Event = { after: number; member: number } & (
  | { do: "wait" | "ready" }
  | { change: PlaybackChange }
);

const position = fc.double({ min: 0, max: 1_500, noNaN: true });
const change: fc.Arbitrary<PlaybackChange> = fc.oneof(
  fc.record({ do: fc.constant("play" as const), position }),
  fc.record({ do: fc.constant("pause" as const), position }),
  fc.record({ do: fc.constant("seek" as const), position }),
  fc.record({
    do: fc.constant("episode" as const),
    number: fc.integer({ min: 1, max: 3 }),
    from: fc.integer({ min: 1, max: 3 }),
  }),
);
const event: fc.Arbitrary<Event> = fc
  .tuple(
    fc.record({ after: fc.integer({ min: 0, max: 20_000 }), member: fc.nat({ max: 3 }) }),
    fc.oneof(
      fc.record({ do: fc.constantFrom("wait" as const, "ready" as const) }),
      fc.record({ change }),
    ),
  )
  .map(([when, what]) => ({ ...when, ...what }));

interface RoomModel {
  now: number;
  playback: RoomPlayback;
  waits: MemberWait[];
}

function run(
  events: readonly Event[],
  onStep: (after: RoomModel, before: RoomModel, event: Event) => void,
): RoomModel {
  let room: RoomModel = {
    now: 0,
    playback: { ...paused, at: 0 },
    waits: [NO_WAIT, NO_WAIT, NO_WAIT, NO_WAIT],
  };
  for (const one of events) {
    const now = room.now + one.after;
    const waits = room.waits.map((wait, index) => {
      if (index !== one.member || !("do" in one)) return wait;
      return one.do === "wait" ? startWait(wait, now) : endWait(wait, now);
    });
    const held = heldUntil(waits, now);
    const playback =
      "change" in one
        ? applyPlayback(room.playback, one.change, { now, heldUntil: held })
        : holdPlayback(room.playback, held, now);
    const after = { now, playback, waits };
    onStep(after, room, one);
    room = after;
  }
  return room;
}

it("a room never waits longer than the limit, and continues by itself", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      run(events, ({ now, playback }) => {
        expect(playback.at - now).toBeLessThanOrEqual(MAX_WAIT_MS);
        if (playback.playing) expect(isMovingAt(playback, now + MAX_WAIT_MS)).toBe(true);
      });
    }),
    { numRuns: 200 },
  );
});

it("waiting and continuing never move the position", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      run(events, ({ now, playback }, before, one) => {
        if ("do" in one) expect(positionAt(playback, now)).toBe(positionAt(before.playback, now));
      });
    }),
    { numRuns: 200 },
  );
});

it("members who get the states in any order agree at the end", () => {
  const keys = fc.array(fc.nat({ max: 1_000 }), { minLength: 30, maxLength: 30 });
  fc.assert(
    fc.property(
      fc.array(event, { minLength: 1, maxLength: 30 }),
      fc.array(keys, { minLength: 3, maxLength: 3 }),
      (events, orders) => {
        const states: (RoomPlayback & { revision: number })[] = [];
        const last = run(events, ({ playback }) =>
          states.push({ ...playback, revision: states.length }),
        );
        for (const order of orders) {
          const received = states
            .map((state, index) => ({ state, key: order[index] ?? 0 }))
            .sort((one, other) => one.key - other.key)
            .map(({ state }) => state)
            .reduce((newest, state) => newestRoom(newest, state));
          const later = last.now + 5_000;
          expect(positionAt(received, later)).toBe(positionAt(last.playback, later));
        }
      },
    ),
    { numRuns: 200 },
  );
});

it("a member who never gets ready stops the room for at most a third of the time", () => {
  fc.assert(
    fc.property(fc.nat({ max: 60_000 }), fc.integer({ min: 1, max: 400 }), (start, steps) => {
      const stepMs = 500;
      let wait = NO_WAIT;
      let stopped = 0;
      for (let step = 0; step < steps; step += 1) {
        const now = start + step * stepMs;
        if (heldUntil([wait], now) === null) wait = startWait(endWait(wait, now), now);
        if (heldUntil([wait], now) !== null) stopped += stepMs;
      }
      expect(stopped).toBeLessThanOrEqual((steps * stepMs) / 3 + MAX_WAIT_MS);
    }),
    { numRuns: 100 },
  );
});
