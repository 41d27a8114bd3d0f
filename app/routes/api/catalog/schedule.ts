import { z } from "zod";
import { parentalControlParameter } from "~/features/listing/listing-parameters.server";
import { ParameterReader } from "~/features/listing/parameter-reader.server";
import { listAiring } from "~/features/schedule/list-airing.server";
import {
  scheduleDayJson,
  scheduleDaySchema,
  scheduleMetaSchema,
} from "~/features/schedule/schedule-json";
import { canonicalZone, wallDate, wallMidnight } from "~/features/schedule/time-zone";
import { weekSchedule } from "~/features/schedule/week-schedule";
import { resource } from "~/http/api/resource.server";
import { cachedResponse } from "./cached-response.server";
import { CATALOG_FRESHNESS } from "./freshness";

const DEFAULT_ZONE = "UTC";
/** Every time zone's midnight falls on a quarter of an hour. */
const QUARTER_HOUR_MS = 900_000;

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "Broadcasts of the next seven days",
      description:
        "Seven days from today in the requested time zone, including changes to and from daylight saving time. Omits titles whose broadcast day, time or zone is unknown.",
      tags: ["Catalog"],
      query: z.object({
        tz: z
          .string()
          .optional()
          .meta({
            description: `An IANA time zone, as Europe/Berlin; ${DEFAULT_ZONE} unless given. Also spelled timezone.`,
          }),
        parental_control: parentalControlParameter,
      }),
      responses: {
        200: {
          description: "Seven days, including empty ones.",
          schema: z.object({ data: z.array(scheduleDaySchema), meta: scheduleMetaSchema }),
        },
      },
      ...cachedResponse({
        name: "schedule",
        freshness: CATALOG_FRESHNESS,
        version: () => String(Math.floor(Date.now() / QUARTER_HOUR_MS)),
        parse(parameters, { db }, { parentalControl }) {
          const now = new Date();
          const zone = readZone(parameters);
          return {
            queryKey: `${zone} ${wallDate(wallMidnight(now, zone))} ${String(parentalControl)}`,
            async produce() {
              const days = weekSchedule(await listAiring(db, { parentalControl }), zone, now).map(
                scheduleDayJson,
              );
              const total = days.reduce((sum, { titles }) => sum + titles.length, 0);
              const meta = {
                timezone: zone,
                from: days[0]?.date,
                to: days.at(-1)?.date,
                total_items: total,
              };
              return { json: JSON.stringify({ data: days, meta }) };
            },
          };
        },
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;

function readZone(parameters: URLSearchParams): string {
  const reader = new ParameterReader(parameters);
  const name = parameters.has("tz") ? "tz" : "timezone";
  const [text = DEFAULT_ZONE] = reader.values(name);
  const zone = canonicalZone(text.trim());
  if (zone === null) reader.reject(name, { key: "field.timeZone", values: { field: name } });
  reader.throwIfInvalid();
  return zone ?? DEFAULT_ZONE;
}
