import { createHash } from "node:crypto";

import { z } from "zod";

import entries from "~db/search/nicknames.json";

import { nicknameTable, type NicknameTable } from "./nicknames";

const nicknameEntries = z.array(
  z.object({
    mal_id: z.int().positive(),
    nicknames: z.array(z.string().min(1)).min(1),
    stems: z.array(z.string().min(1)).optional(),
  }),
);

let loaded: NicknameTable | null = null;

/** The curated nicknames of `db/search/nicknames.json`, read once. */
export function loadNicknames(): NicknameTable {
  loaded ??= nicknameTable(nicknameEntries.parse(entries));
  return loaded;
}

/** Digest of the curated nicknames; search rows made with another one are out of date. */
export function nicknamesDigest(): string {
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 16);
}
