import { href } from "react-router";
import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";
import { parseBoolean } from "~/parsing/parse-boolean";
import { importList } from "~/features/watch-list/transfer/import-list.server";
import { MERGE_POLICIES } from "~/features/watch-list/transfer/merge-policy";
import { toRejectedCsv } from "~/features/watch-list/transfer/own-format";
import {
  countReport,
  importReportSchema,
  getLastImport,
  listRejected,
  renderReasons,
  toReportCsv,
} from "~/features/watch-list/transfer/last-import.server";
import { LIST_FORMATS } from "~/features/watch-list/transfer/list-format";
import { MAX_LIST_BYTES } from "~/features/watch-list/transfer/parse-list.server";
import { AppError, Invalid } from "~/errors/app-error";
import { servicesContext, watchListContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { formRedirect } from "~/http/pages/form-redirect";
import { jsonResponse } from "~/http/response/json-response.server";
import { mediaType, parseInput, readBody } from "~/http/request/read-body.server";
import { readBytes, DEFAULT_BODY_LIMITS } from "~/http/request/read-bytes.server";
import { getTracker } from "~/http/forms/get-tracker.server";
import { withSession } from "~/http/api/with-session";
import { parseChoice, fileResponse } from "./list-file";
import { envelope } from "~/routes/api/responses.server";

const TAGS = ["Watch list"];

const LIST_MEDIA_TYPES = new Set([
  "application/xml",
  "text/xml",
  "application/json",
  "text/csv",
  "application/gzip",
  "application/x-gzip",
  "application/octet-stream",
  "",
]);

const optionsSchema = z.object({
  policy: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.enum(MERGE_POLICIES).default("keep"),
  ),
  dryRun: z
    .string(zodMessage({ key: "field.boolean", values: { field: "dryRun" } }))
    .default("false")
    .transform((text, context): boolean => {
      const read = text === "" ? false : parseBoolean(text);
      if (read === null)
        context.addIssue({
          code: "custom",
          message: zodMessage({ key: "field.boolean", values: { field: "dryRun" } }),
        });
      return read ?? false;
    }),
});

const optionsParameters = z.object({
  policy: z
    .enum(MERGE_POLICIES)
    .optional()
    .meta({ description: "For titles on both lists. Default: keep." }),
  dryRun: z.boolean().optional().meta({ description: "Only report what would change." }),
});

const reportSchema = importReportSchema.extend({
  format: z.enum(LIST_FORMATS),
  policy: z.enum(MERGE_POLICIES),
  dryRun: z.boolean(),
  counts: z.object({
    total: z.int(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    notFound: z.int(),
  }),
});

const rejectedSchema = z.object({
  entries: z.array(z.record(z.string(), z.unknown())),
});

/** A form with `file`, or the list as the body with options in the query. */
async function readUpload(request: Request, url: URL) {
  const type = mediaType(request);
  const query = Object.fromEntries(url.searchParams);
  if (type !== "multipart/form-data") {
    if (!LIST_MEDIA_TYPES.has(type))
      throw new AppError("unsupported-media-type", "list.importMediaType");
    return { bytes: await readBytes(request, MAX_LIST_BYTES), options: query, body: null };
  }
  const body = await readBody(request, { ...DEFAULT_BODY_LIMITS, files: MAX_LIST_BYTES });
  const { file, ...fields } = (body.value ?? {}) as Record<string, unknown>;
  if (!(file instanceof File) || file.size === 0)
    throw new Invalid([{ path: "file", message: "list.chooseFile" }]);
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    options: { ...query, ...fields },
    body,
  };
}

const REPORT_FORMATS = ["json", "csv"] as const;

const OUTCOMES = ["all", "rejected"] as const;

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "list:read",
      summary: "Read the report of the last import",
      description:
        "The outcome for each title of the last imported list, as JSON (the default) or CSV. With `outcome=rejected`, only the rows that were not imported, with the reason, in the columns of our own JSON and CSV, so that they can be corrected and imported again. Titles that parental control hides have no name. 404 before the first import.",
      tags: TAGS,
      query: z.object({
        format: z.enum(REPORT_FORMATS).optional().meta({ description: "Default: json." }),
        outcome: z.enum(OUTCOMES).optional().meta({ description: "Default: all." }),
      }),
      responses: {
        200: {
          otherTypes: ["text/csv"],
          description: "The report, as a file.",
          schema: z.union([
            envelope(reportSchema.extend({ imported_at: z.iso.datetime() })),
            envelope(rejectedSchema),
          ]),
        },
      },
      handle: withSession(async ({ url, context, session }) => {
        const { db } = context.get(servicesContext);
        const format = parseChoice(url, "format", REPORT_FORMATS);
        const outcome = parseChoice(url, "outcome", OUTCOMES);
        const last = await getLastImport(db, session.user.id, session.user.preferences);
        if (outcome === "rejected") return rejectedFile(listRejected(last.report), format);
        if (format === "csv")
          return fileResponse(
            toReportCsv(last.report),
            "text/csv; charset=utf-8",
            "import-report.csv",
          );
        const data = {
          format: last.format,
          policy: last.policy,
          dryRun: false,
          imported_at: last.importedAt.toISOString(),
          counts: countReport(last.report),
          ...renderReasons(last.report),
        };
        return fileResponse(
          JSON.stringify({ success: true, data }),
          "application/json; charset=utf-8",
          "import-report.json",
        );
      }),
    },
    POST: {
      tokenScope: "list:write",
      summary: "Import a watch list",
      description:
        "MyAnimeList's XML (also as Kitsu exports it), AniList's MediaListCollection, Kitsu's library entries with their titles and mappings (JSON:API), Simkl's backup (JSON or CSV), or our own JSON or CSV, each also gzipped: as the body, or as `file` of a multipart form. `policy` applies to titles on both lists: `keep` the stored entry, `replace` it, or take the `newest`. With `dryRun` nothing is written. Our own JSON includes the list's history. Importing the same file again changes nothing. At most 20 MB uncompressed. Of several records of a title the one that is furthest counts; `notices` names the others, and values that cannot be read, which leave the stored ones. Titles that parental control hides are imported, but not named in the report.",
      tags: TAGS,
      rateLimit: "listImport",
      query: optionsParameters,
      otherBodies: {
        "multipart/form-data": optionsParameters.extend({ file: z.file() }),
        "application/xml": null,
        "application/json": null,
        "text/csv": null,
        "application/gzip": null,
      },
      responses: {
        200: {
          description: "The outcome for each title, and the number of new history events.",
          schema: envelope(reportSchema.extend({ historyAdded: z.int() })),
        },
        302: { description: "For a form with `returnTo`." },
      },
      handle: withSession(async ({ request, url, context, session }) => {
        const { db } = context.get(servicesContext);
        const { listParser } = context.get(watchListContext);
        const { bytes, options, body } = await readUpload(request, url);
        const { policy, dryRun } = parseInput(optionsSchema, options);
        const tracker = getTracker(request, context, session.user);
        const { format, entries, history } = await listParser.parse(bytes, tracker.timeZone);
        const { report, events } = await importList(db, tracker, entries, {
          policy,
          dryRun,
          format,
          history,
        });
        if (body !== null && "returnTo" in (body.value as object))
          return formRedirect(body, href("/list"));
        return jsonResponse({
          success: true,
          data: {
            format,
            policy,
            dryRun,
            counts: countReport(report),
            historyAdded: events,
            ...renderReasons(report),
          },
        });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;

function rejectedFile(
  rows: readonly Record<string, unknown>[],
  format: (typeof REPORT_FORMATS)[number],
): Response {
  return format === "csv"
    ? fileResponse(toRejectedCsv(rows), "text/csv; charset=utf-8", "not-imported.csv")
    : fileResponse(
        JSON.stringify({ success: true, data: { entries: rows } }),
        "application/json; charset=utf-8",
        "not-imported.json",
      );
}
