import { z } from "zod";

const text = z.string().nullable();

/** Times are in seconds. */
export const playbackSourceSchema = z.object({
  id: z.string(),
  label: text,
  kind: z.enum(["sub", "dub", "raw"]).nullable(),
  language: text,
  type: z.enum(["hls", "file"]),
  url: z.string(),
  /**
   * A file of this site for players outside the browser, which have no session: signed for the
   * viewer's network. Null for other sources, and where only members may open files.
   */
  external_url: text,
  audio: z.array(z.object({ language: text, label: z.string(), codec: z.string() })),
  subtitles: z.array(
    z.object({
      language: text,
      label: z.string(),
      format: z.enum(["ass", "vtt", "pgs"]),
      url: z.string(),
      plain_url: text,
      default: z.boolean(),
      forced: z.boolean(),
    }),
  ),
  chapters: z.array(
    z.object({
      title: text,
      start: z.number(),
      end: z.number().nullable(),
      kind: z.enum(["intro", "outro", "recap", "preview", "part"]),
    }),
  ),
  fonts: z.array(z.object({ name: z.string(), url: z.string() })),
  duration: z.number().nullable(),
  codecs: z.array(z.string()),
  /** Why it does not play, or only in part, on this client. */
  problem: z
    .object({
      kind: z.enum(["video", "audio", "unreadable", "missing"]),
      codec: text,
      message: z.string(),
    })
    .nullable(),
});

export type PlaybackSource = z.output<typeof playbackSourceSchema>;
