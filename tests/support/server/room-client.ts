import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import type { Room } from "~/features/playback/rooms/room";
import { readEvents } from "./event-stream";

/** A browser of a visitor, or of a user with a session cookie. */
interface RoomClient {
  cookie: string;
  createRoom(animeId: number, episode: number, position?: number): Promise<string>;
  get(path: string): Promise<{ status: number; text: string }>;
  /** Changes a room as the page's scripts do. */
  change(id: string, change: unknown, headers?: Record<string, string>): Promise<RoomResponse>;
  /** Posts a form as a browser without scripts does. */
  postForm(path: string, fields: Record<string, string>): Promise<Response>;
  open(id: string, headers?: Record<string, string>): Promise<RoomStream>;
}

interface RoomResponse {
  status: number;
  headers: Headers;
  body: { room?: Room; now?: number; error?: string; issues?: { path: string }[] };
}

interface RoomStream {
  status: number;
  headers: Headers;
  /** The rooms as sent, in order; null when the room has ended. */
  rooms: (Room | null)[];
  member: () => number;
  latest: () => Room | null | undefined;
  /** Resolves with whether the server ended it, in contrast to a broken connection. */
  ended: Promise<boolean>;
  close(): void;
}

export function createRoomClient(origin: string, extraCookie = ""): RoomClient {
  const guest = `akari_guest=${randomBytes(16).toString("base64url")}`;
  const cookie = extraCookie === "" ? guest : `${guest}; ${extraCookie}`;
  const client: RoomClient = {
    cookie,
    async createRoom(animeId, episode, position = 0) {
      const response = await client.postForm("/room", {
        animeId: String(animeId),
        episode: String(episode),
        position: String(position),
      });
      const location = response.headers.get("location") ?? "";
      if (!location.startsWith("/room/"))
        throw new Error(`No room: ${response.status} ${await response.text()}`);
      return location.slice("/room/".length);
    },
    async get(path) {
      const response = await fetch(origin + path, { headers: { cookie }, redirect: "manual" });
      return { status: response.status, text: await response.text() };
    },
    async change(id, change, headers = {}) {
      const response = await fetch(`${origin}/room/${id}/live`, {
        method: "POST",
        headers: { cookie, "content-type": "application/json", ...headers },
        body: typeof change === "string" ? change : JSON.stringify(change),
      });
      const body = (await response.json()) as RoomResponse["body"];
      return { status: response.status, headers: response.headers, body };
    },
    postForm: (path, fields) =>
      fetch(origin + path, {
        method: "POST",
        headers: { cookie },
        body: new URLSearchParams(fields),
        redirect: "manual",
      }),
    async open(id, headers = {}) {
      const controller = new AbortController();
      onTestFinished(() => controller.abort());
      const response = await fetch(`${origin}/room/${id}/live`, {
        headers: { cookie, accept: "text/event-stream", ...headers },
        signal: controller.signal,
      });
      const rooms: (Room | null)[] = [];
      let number = 0;
      const read = () =>
        readEvents(response, (event, data) => {
          if (event === "room") rooms.push(data as Room | null);
          if (event === "member") ({ number } = data as { number: number });
        });
      return {
        status: response.status,
        headers: response.headers,
        rooms,
        member: () => number,
        latest: () => rooms.at(-1),
        ended: read().then(
          () => true,
          () => false,
        ),
        close: () => controller.abort(),
      };
    },
  };
  return client;
}
