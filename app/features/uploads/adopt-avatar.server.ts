import { and, eq } from "drizzle-orm";
import { users } from "~db/schema";
import { uploadPicture } from "./upload-picture.server";

/** A picture may take this long, with everything that it takes; nobody waits for it then. */
const DEADLINE_MS = 20_000;

/**
 * Makes a picture from elsewhere the person's own: fetched through the guard, encoded anew and stored. Until then, and when it cannot be had, the avatar is its
 * address. One that the person chose meanwhile stays. Throws what fetching, decoding and storing throw.
 */
export async function adoptAvatar(
  tools: Parameters<typeof uploadPicture>[0],
  { userId, address, ownOrigin }: { userId: string; address: string; ownOrigin: string },
): Promise<void> {
  const image = { kind: "url", url: address } as const;
  const url = await uploadPicture(tools, {
    userId,
    image,
    isBanner: false,
    field: "picture",
    ownOrigin,
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  await tools.db
    .update(users)
    .set({ avatarUrl: url })
    .where(and(eq(users.id, userId), eq(users.avatarUrl, address)));
}
