/** Times are milliseconds of the database's clock, positions seconds. */
export interface RoomPlayback {
  episode: number;
  position: number;
  playing: boolean;
  /** Time at which the position applied. Lies in the future while the room waits for a member. */
  at: number;
}

export type PlaybackChange =
  | { do: "play"; position?: number | undefined }
  | { do: "pause"; position?: number | undefined }
  | { do: "seek"; position: number }
  | { do: "episode"; number: number; from: number };

/** Both are set while the room waits for a member who buffers. */
export interface MemberWait {
  waitsSince: number | null;
  waitsUntil: number | null;
  mayWaitAt: number | null;
}

export const NO_WAIT: MemberWait = { waitsSince: null, waitsUntil: null, mayWaitAt: null };

export const MAX_WAIT_MS = 15_000;
/** The room is not stopped by one member for more than a third of the time. */
const PLAY_PER_WAIT = 2;

export function positionAt({ position, playing, at }: RoomPlayback, now: number): number {
  return playing ? position + Math.max(0, now - at) / 1000 : position;
}

export function isMovingAt({ playing, at }: RoomPlayback, now: number): boolean {
  return playing && now >= at;
}

/**
 * The same object when nothing changes, such as a second pause. `heldUntil` is when the room's
 * wait for members ends.
 */
export function applyPlayback(
  playback: RoomPlayback,
  change: PlaybackChange,
  { now, heldUntil = null }: { now: number; heldUntil?: number | null },
): RoomPlayback {
  const start = Math.max(now, heldUntil ?? now);
  switch (change.do) {
    case "play":
      if (playback.playing) return playback;
      return {
        ...playback,
        position: change.position ?? playback.position,
        playing: true,
        at: start,
      };
    case "pause":
      if (!playback.playing) return playback;
      return {
        ...playback,
        position: change.position ?? positionAt(playback, now),
        playing: false,
        at: now,
      };
    case "seek":
      return { ...playback, position: change.position, at: playback.playing ? start : now };
    case "episode":
      // Members whose episodes end together all ask for the next one.
      if (playback.episode !== change.from || change.number === change.from) return playback;
      return { episode: change.number, position: 0, playing: true, at: start };
  }
}

/** States may arrive late or twice. */
export function newestRoom<State extends { revision: number }>(one: State, other: State): State {
  return other.revision >= one.revision ? other : one;
}

/** Stops until `heldUntil`, or continues when it is null. */
export function holdPlayback(
  playback: RoomPlayback,
  heldUntil: number | null,
  now: number,
): RoomPlayback {
  if (!playback.playing || (heldUntil === null && playback.at <= now)) return playback;
  return { ...playback, position: positionAt(playback, now), at: Math.max(now, heldUntil ?? now) };
}

/** The same object when the room may not wait for the member now. */
export function startWait<Member extends MemberWait>(member: Member, now: number): Member {
  if (isWaitingAt(member, now) || (member.mayWaitAt ?? now) > now) return member;
  const until = now + MAX_WAIT_MS;
  return {
    ...member,
    waitsSince: now,
    waitsUntil: until,
    mayWaitAt: until + PLAY_PER_WAIT * MAX_WAIT_MS,
  };
}

export function endWait<Member extends MemberWait>(member: Member, now: number): Member {
  const { waitsSince, waitsUntil } = member;
  if (waitsSince === null || waitsUntil === null) return member;
  const end = Math.min(now, waitsUntil);
  const mayWaitAt = end + PLAY_PER_WAIT * (end - waitsSince);
  return { ...member, waitsSince: null, waitsUntil: null, mayWaitAt };
}

export function isWaitingAt({ waitsUntil }: Pick<MemberWait, "waitsUntil">, now: number): boolean {
  return waitsUntil !== null && waitsUntil > now;
}

/** The time until which the room waits for members; null when it waits for none. */
export function heldUntil(
  members: readonly Pick<MemberWait, "waitsUntil">[],
  now: number,
): number | null {
  const ends = members.flatMap(({ waitsUntil }) =>
    waitsUntil !== null && waitsUntil > now ? [waitsUntil] : [],
  );
  return ends.length === 0 ? null : Math.max(...ends);
}
