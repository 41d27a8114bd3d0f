import { createHash } from "node:crypto";

import { z } from "zod";

import entries from "~db/search/nicknames.json";

import { buildNicknameIndex, type NicknameIndex } from "./nicknames";

const nicknameEntries = z.array(
  z.object({
    mal_id: z.int().positive(),
    nicknames: z.array(z.string().min(1)).min(1),
    stems: z.array(z.string().min(1)).optional(),
  }),
);

let loaded: NicknameIndex | null = null;

export function loadNicknames(): NicknameIndex {
  loaded ??= buildNicknameIndex(nicknameEntries.parse(entries));
  return loaded;
}

/** Rows of another digest are stale. */
export function hashNicknames(): string {
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 16);
}
