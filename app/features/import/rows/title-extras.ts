import { z } from "zod";
import { normaliseName } from "~/features/catalog/term-key";
import { byRank, type LicensedStream, type TitleTag } from "~/features/catalog/title-tags";
import { flag, integer, requiredText } from "./fields";

const MAX_TAGS = 200;
const MAX_STREAMS = 50;
const MAX_NAME_LENGTH = 100;
const MAX_URL_LENGTH = 2_048;

const tag = z.preprocess(
  (value) => (typeof value === "string" ? { name: value } : value),
  z
    .object(
      {
        name: requiredText(MAX_NAME_LENGTH),
        rank: integer(0, 100),
        spoiler: flag,
        isMediaSpoiler: flag,
        isGeneralSpoiler: flag,
      },
      "must be a tag with a name",
    )
    .transform(({ name, rank, spoiler, isMediaSpoiler, isGeneralSpoiler }): TitleTag => ({
      name,
      rank,
      spoiler: (spoiler ?? false) || (isMediaSpoiler ?? false) || (isGeneralSpoiler ?? false),
    })),
);

/** Tags; undefined where the source says nothing. The highest rank counts of equal names. */
export const tags = z
  .array(tag, "must be a list of tags")
  .max(MAX_TAGS, `must not hold more than ${MAX_TAGS} tags`)
  .nullish()
  .transform((list) => (list === undefined || list === null ? undefined : joinTags(list)));

function joinTags(list: readonly TitleTag[]): TitleTag[] {
  const joined = new Map<string, TitleTag>();
  for (const one of [...list].sort(byRank)) {
    const key = normaliseName(one.name);
    const existing = joined.get(key);
    joined.set(key, { ...(existing ?? one), spoiler: one.spoiler || existing?.spoiler === true });
  }
  return [...joined.values()];
}

const stream = z.object(
  {
    name: requiredText(MAX_NAME_LENGTH),
    url: z
      .string("must be an http or https address")
      .trim()
      .max(MAX_URL_LENGTH, `must not be longer than ${MAX_URL_LENGTH} characters`)
      .refine(isWebUrl, "must be an http or https address"),
  },
  "must be a stream with a name and a url",
);

/** Streams; undefined where the source says nothing. */
export const streams = z
  .array(stream, "must be a list of streams")
  .max(MAX_STREAMS, `must not hold more than ${MAX_STREAMS} streams`)
  .nullish()
  .transform((list): LicensedStream[] | undefined =>
    list === undefined || list === null
      ? undefined
      : [...new Map(list.map((one) => [one.url, one])).values()],
  );

function isWebUrl(value: string): boolean {
  if (/[\s\\\p{Cc}\p{Surrogate}]/u.test(value) || !/^https?:\/\//i.test(value)) return false;
  const url = URL.parse(value);
  return url !== null && url.username === "" && url.password === "";
}
