import { z } from "zod";

const text = z.string().nullable();

/** Times are in seconds. */
export const playbackSourceSchema = z.object({
  id: z.string(),
  label: text,
  kind: z.enum(["sub", "dub", "raw"]).nullable(),
  language: text,
  /** The episodes of a file that has several, as `S01E01E02`; null for one. */
  episodes: z.object({ first: z.int(), last: z.int() }).nullable(),
  /** The group and origin of a file's release, as `Group BD`; null if its name tells none. */
  release: text,
  type: z.enum(["hls", "file"]),
  url: z.string(),
  /**
   * A file of this site for players outside the browser, which have no session: signed for the
   * viewer's network. Null for other sources, and where only members may open files.
   */
  external_url: text,
  /**
   * An HLS playlist for televisions and other devices without the session, with codecs that they
   * play. Bound as `external_url`.
   */
  device_url: text,
  /** The file to save, where the site lets this viewer download it. */
  download_url: text,
  audio: z.array(z.object({ language: text, label: z.string(), codec: z.string() })),
  subtitles: z.array(
    z.object({
      language: text,
      label: z.string(),
      /** The contents, by the name and the flags; `signs` are also called forced subtitles. */
      kind: z.enum(["full", "signs", "hearing_impaired", "commentary"]),
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
      /**
       * Whether it was found by comparing the sound of the title's episodes, and is neither marked
       * nor named.
       */
      detected: z.boolean(),
    }),
  ),
  fonts: z.array(z.object({ name: z.string(), url: z.string() })),
  /** Thumbnails every `interval` seconds, row by row on sheets; width and height are of one. */
  seek_pictures: z
    .object({
      interval: z.number(),
      columns: z.int(),
      rows: z.int(),
      width: z.int(),
      height: z.int(),
      sheets: z.array(z.string()),
    })
    .nullable(),
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
