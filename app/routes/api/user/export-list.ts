import { z } from "zod";
import { exportList } from "~/features/watch-list/transfer/export-list.server";
import { exportOwnFormat } from "~/features/watch-list/transfer/export-own-format.server";
import { toMalXml } from "~/features/watch-list/transfer/mal-xml";
import { toOwnCsv } from "~/features/watch-list/transfer/own-format";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { withSession } from "~/http/api/with-session";
import { parseChoice, fileResponse } from "./list-file";
import { envelope } from "~/routes/api/responses.server";

const TAGS = ["Watch list"];

const EXPORT_FORMATS = ["mal-xml", "json", "csv"] as const;

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "list:read",
      summary: "Export the watch list",
      description:
        "As JSON (the default), CSV, or XML for MyAnimeList's importer. JSON is complete: every entry with its rewatches, and the history of the list, oldest change first. Each format can be imported again without losing what it contains. Entries that parental control hides have the title's id but not its name.",
      tags: TAGS,
      query: z.object({
        format: z.enum(EXPORT_FORMATS).optional().meta({ description: "Default: json." }),
      }),
      responses: {
        200: {
          otherTypes: ["application/xml", "text/csv"],
          description: "The file.",
          schema: envelope(
            z.object({
              entries: z.array(z.record(z.string(), z.unknown())),
              history: z.array(z.record(z.string(), z.unknown())),
            }),
          ),
        },
      },
      handle: withSession(async ({ url, context, session }) => {
        const { db } = context.get(servicesContext);
        const format = parseChoice(url, "format", EXPORT_FORMATS, "json");
        const { id: userId, preferences } = session.user;
        if (format === "json")
          return fileResponse(
            JSON.stringify({
              success: true,
              data: await exportOwnFormat(db, userId, preferences),
            }),
            "application/json; charset=utf-8",
            "watch-list.json",
          );
        const entries = await exportList(db, userId, preferences);
        if (format === "mal-xml")
          return fileResponse(
            toMalXml(entries, session.user.userName),
            "application/xml; charset=utf-8",
            "animelist.xml",
          );
        return fileResponse(toOwnCsv(entries), "text/csv; charset=utf-8", "watch-list.csv");
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
