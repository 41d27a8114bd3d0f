import { z } from "zod";
import { MAX_GUEST_NAME_LENGTH, MAX_MESSAGE_LENGTH } from "./room";

/** A day: longer than any episode. */
const MAX_POSITION_SECONDS = 86_400;
const MAX_EPISODE = 999_999;
const MAX_ANIME_ID = 2_147_483_647;

/** A number, which forms send as text. */
const number = z.preprocess(
  (value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value),
  z.number(),
);
const position = number.pipe(z.number().min(0).max(MAX_POSITION_SECONDS));
const episode = number.pipe(z.int().min(0).max(MAX_EPISODE));

/** Postgres stores neither NUL nor lone surrogates in JSON. */
const message = z
  .string()
  .trim()
  .min(1)
  .max(MAX_MESSAGE_LENGTH)
  .regex(/^[^\0\p{Surrogate}]*$/u);

/** One line in one direction of writing. Empty to be a guest with a number again. */
const guestName = z
  .string()
  .trim()
  .max(MAX_GUEST_NAME_LENGTH)
  .regex(/^[^\p{Control}\p{Surrogate}\p{Bidi_Control}\u2028\u2029]*$/u);

export const roomChangeSchema = z.discriminatedUnion("do", [
  z.object({ do: z.literal("play"), position: position.optional() }),
  z.object({ do: z.literal("pause"), position: position.optional() }),
  z.object({ do: z.literal("seek"), position }),
  z.object({ do: z.literal("episode"), number: episode, from: episode }),
  z.object({ do: z.literal("wait") }),
  z.object({ do: z.literal("ready") }),
  z.object({ do: z.literal("leave") }),
  z.object({ do: z.literal("control"), control: z.enum(["everyone", "host"]) }),
  z.object({ do: z.literal("chat"), chat: z.enum(["on", "off"]) }),
  z.object({ do: z.literal("say"), text: message }),
  z.object({ do: z.literal("name"), name: guestName }),
  z.object({ do: z.literal("clock") }),
]);

export type RoomChange = z.output<typeof roomChangeSchema>;

export const newRoomSchema = z.object({
  animeId: number.pipe(z.int().min(1).max(MAX_ANIME_ID)),
  episode,
  position: position.default(0),
});

export type NewRoom = z.output<typeof newRoomSchema>;
