import { and, eq } from "drizzle-orm";
import { users } from "~db/schema";
import { uploadImage } from "./upload-image.server";

/** The copy runs in the background, so that nobody waits this long. */
const DEADLINE_MS = 20_000;

/** Stores a copy unless the avatar has changed meanwhile. Throws what `uploadImage` throws. */
export async function copyAvatar(
  tools: Parameters<typeof uploadImage>[0],
  {
    userId,
    address,
    ...request
  }: { userId: string; address: string; ownOrigin: string; client: string },
): Promise<void> {
  const image = { kind: "url", url: address } as const;
  const url = await uploadImage(tools, {
    userId,
    image,
    frame: "avatar",
    field: "picture",
    ...request,
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  await tools.db
    .update(users)
    .set({ avatarUrl: url })
    .where(and(eq(users.id, userId), eq(users.avatarUrl, address)));
}
