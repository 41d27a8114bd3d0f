import { eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { foundSkipMarks } from "~db/schema";

/** Seconds from the start; an `end` of null is the end of the episode. */
export interface DetectedMark {
  kind: "intro" | "outro";
  start: number;
  end: number | null;
}

/** What the job found in a version of the file; null before it was compared. */
export async function findDetectedMarks(
  db: Database,
  url: string,
): Promise<{ version: string; marks: DetectedMark[] } | null> {
  const [row] = await db.select().from(foundSkipMarks).where(eq(foundSkipMarks.url, url));
  if (row === undefined) return null;
  const { version, introStart, introEnd, outroStart, outroEnd } = row;
  return {
    version,
    marks: [
      ...(introStart === null
        ? []
        : [{ kind: "intro" as const, start: introStart, end: introEnd }]),
      ...(outroStart === null
        ? []
        : [{ kind: "outro" as const, start: outroStart, end: outroEnd }]),
    ],
  };
}
