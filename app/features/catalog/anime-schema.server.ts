import { getTableColumns, type Column } from "drizzle-orm";
import { z } from "zod";
import { animes } from "~db/schema";
import type { Anime } from "./anime";

/** The columns that are fields of the API's objects. */
const {
  mature: _,
  withdrawn: __,
  termKeys: ___,
  changedAt: ____,
  contentHash: _____,
  tags: ______,
  streams: _______,
  broadcastAnchor: ________,
  ...columns
} = getTableColumns(animes);

export const ANIME_COLUMNS = Object.entries(columns).map(([property, column]) => ({
  property: property as keyof typeof columns,
  name: column.name as keyof Anime,
  sqlType: column.getSQLType(),
  column,
}));

type AnimeShape = { [Name in keyof Anime]: z.ZodType<Anime[Name]> };

export const animeSchema = z
  .object(
    Object.fromEntries(
      ANIME_COLUMNS.map(({ name, column }) => [name, columnSchema(column)]),
    ) as AnimeShape,
  )
  .meta({ id: "Anime" });

export const animeDetailsSchema = animeSchema.extend({
  relations: z.array(
    animeSchema.pick({ mal_id: true, title: true, type: true }).extend({ relation: z.string() }),
  ),
});

export const animeSuggestionSchema = animeSchema.pick({
  mal_id: true,
  title: true,
  year: true,
  type: true,
  image_webp: true,
});

function columnSchema(column: Column): z.ZodType {
  const schema = {
    PgInteger: z.int(),
    PgDoublePrecision: z.number(),
    PgBoolean: z.boolean(),
    PgTimestamp: z.iso.datetime(),
    PgArray: z.array(z.string()),
    PgText: z.string(),
  }[column.columnType];
  if (schema === undefined) throw new Error(`${column.name} has no JSON form`);
  return column.notNull ? schema : schema.nullable();
}
