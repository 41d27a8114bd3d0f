import { z } from "zod";
import { readBoolean } from "~/features/catalog/vocabulary";
import { exportList } from "~/features/watch-list/transfer/export-list.server";
import { importList } from "~/features/watch-list/transfer/import-list.server";
import { IMPORT_POLICIES } from "~/features/watch-list/transfer/import-policy";
import { writeMalXml } from "~/features/watch-list/transfer/mal-xml";
import { ownRecord, writeOwnCsv } from "~/features/watch-list/transfer/own-format";
import {
  countReport,
  importReportSchema,
  lastImport,
  reportCsv,
} from "~/features/watch-list/transfer/last-import.server";
import { LIST_FORMATS } from "~/features/watch-list/transfer/list-format";
import {
  LIST_LIMIT_BYTES,
  readListFile,
} from "~/features/watch-list/transfer/read-list-file.server";
import { AppError, Invalid } from "~/errors/app-error";
import { atPaths } from "~/http/api/aliases";
import type { Endpoint } from "~/http/api/endpoint";
import { formRedirect } from "~/http/pages/form-answer";
import { privateJson } from "~/http/response/json-response.server";
import { mediaType, parseInput, readBody, readLimited } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { envelope } from "~/routes/api/account/answers.server";

const TAGS = ["Watch list"];
/** The parts of a form around the file. */
const FORM_ROOM_BYTES = 16 * 1024;

const RAW_TYPES = new Set([
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
    z.enum(IMPORT_POLICIES, `The policy is one of ${IMPORT_POLICIES.join(", ")}.`).default("keep"),
  ),
  dryRun: z
    .string("dryRun is true or false.")
    .default("false")
    .transform((text, context): boolean => {
      const read = text === "" ? false : readBoolean(text);
      if (read === null) context.addIssue({ code: "custom", message: "dryRun is true or false." });
      return read ?? false;
    }),
});

const reportSchema = importReportSchema.extend({
  format: z.enum(LIST_FORMATS),
  policy: z.enum(IMPORT_POLICIES),
  dryRun: z.boolean(),
  counts: z.object({
    total: z.int(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    notFound: z.int(),
  }),
});

/** The list's bytes and the options, from a form with a `file` or from a bare body with the options in the query. */
async function readUpload(request: Request, url: URL) {
  const type = mediaType(request);
  const query = Object.fromEntries(url.searchParams);
  if (type !== "multipart/form-data") {
    if (!RAW_TYPES.has(type))
      throw new AppError(
        "unsupported-media-type",
        "Send the list as XML, JSON, CSV or gzip, or as `file` of a multipart form.",
      );
    return { bytes: await readLimited(request, LIST_LIMIT_BYTES), options: query, body: null };
  }
  const body = await readBody(request, LIST_LIMIT_BYTES + FORM_ROOM_BYTES);
  const { file, ...fields } = body.value as Record<string, unknown>;
  if (!(file instanceof File) || file.size === 0)
    throw new Invalid([{ path: "file", message: "Choose the file of a list." }]);
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    options: { ...query, ...fields },
    body,
  };
}

const REPORT_FORMATS = ["json", "csv"] as const;

const importEndpoint: Omit<Endpoint, "path"> = {
  methods: {
    GET: {
      summary: "Read the report of the last import",
      description:
        "What became of each title of the list that was imported last, as JSON (the default) or as a CSV table. 404 when there was no import.",
      tags: TAGS,
      query: z.object({ format: z.enum(REPORT_FORMATS).optional() }),
      answers: {
        200: {
          description: "The report, as a file.",
          schema: envelope(reportSchema.extend({ imported_at: z.iso.datetime() })),
        },
      },
      handle: withSession(async ({ url, scope, session }) => {
        const format = formatIn(url, REPORT_FORMATS);
        const last = await lastImport(scope.services.db, session.user.id);
        if (format === "csv")
          return file(reportCsv(last.report), "text/csv; charset=utf-8", "import-report.csv");
        const data = {
          format: last.format,
          policy: last.policy,
          dryRun: false,
          imported_at: last.importedAt.toISOString(),
          counts: countReport(last.report),
          ...last.report,
        };
        return file(
          JSON.stringify({ success: true, data }),
          "application/json; charset=utf-8",
          "import-report.json",
        );
      }),
    },
    POST: {
      summary: "Import a list from elsewhere",
      description:
        "MyAnimeList's XML, AniList's MediaListCollection, or our own JSON or CSV, each also gzipped: as the body, or as `file` of a multipart form. `policy` says what happens to titles that are on both lists (`keep` ours, `replace` by theirs, the `newest`); with `dryRun` nothing is written. At most 20 MB unpacked.",
      tags: TAGS,
      rateLimit: "listImport",
      query: z.object({
        policy: z.enum(IMPORT_POLICIES).optional(),
        dryRun: z.enum(["true", "false"]).optional(),
      }),
      answers: {
        200: { description: "What became of each title.", schema: envelope(reportSchema) },
        302: { description: "After a form that names a `returnTo`." },
      },
      handle: withSession(async ({ request, url, scope, session }) => {
        const { bytes, options, body } = await readUpload(request, url);
        const { policy, dryRun } = parseInput(optionsSchema, options);
        const { format, entries } = await readListFile(bytes);
        const report = await importList(scope.services.db, session.user.id, entries, {
          policy,
          dryRun,
          format,
        });
        if (body !== null && "returnTo" in (body.value as object))
          return formRedirect(body, "/list");
        return privateJson({
          success: true,
          data: { format, policy, dryRun, counts: countReport(report), ...report },
        });
      }),
    },
  },
};

const EXPORT_FORMATS = ["mal-xml", "json", "csv"] as const;

const exportEndpoint: Omit<Endpoint, "path"> = {
  methods: {
    GET: {
      summary: "Export the watch list",
      description:
        "As MyAnimeList's XML, which its importer takes, as JSON (the default) or as CSV. The import takes each back without loss.",
      tags: TAGS,
      query: z.object({ format: z.enum(EXPORT_FORMATS).optional() }),
      answers: {
        200: {
          description: "The file.",
          schema: envelope(z.object({ entries: z.array(z.record(z.string(), z.unknown())) })),
        },
      },
      handle: withSession(async ({ url, scope, session }) => {
        const format = formatIn(url, EXPORT_FORMATS);
        const entries = await exportList(scope.services.db, session.user.id);
        if (format === "mal-xml")
          return file(
            writeMalXml(entries, session.user.userName),
            "application/xml; charset=utf-8",
            "animelist.xml",
          );
        if (format === "csv")
          return file(writeOwnCsv(entries), "text/csv; charset=utf-8", "watch-list.csv");
        return file(
          JSON.stringify({ success: true, data: { entries: entries.map(ownRecord) } }),
          "application/json; charset=utf-8",
          "watch-list.json",
        );
      }),
    },
  },
};

/** The format that the address asks for, JSON when it does not say. Throws `Invalid` for one that there is none of. */
function formatIn<Format extends string>(
  url: URL,
  formats: readonly [Format | "json", ...Format[]],
): Format | "json" {
  const wanted = url.searchParams.get("format") ?? "";
  return parseInput(
    z.object({ format: z.enum(formats, `The format is one of ${formats.join(", ")}.`) }),
    { format: wanted === "" ? "json" : wanted },
  ).format;
}

function file(text: string, type: string, name: string): Response {
  return new Response(text, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "private, no-store",
    },
  });
}

/** The way of a whole list in and out. */
export const watchListTransferEndpoints: readonly Endpoint[] = [
  ...atPaths(["/api/user/watchList/import", "/api/user/watchlist/import"], importEndpoint),
  ...atPaths(["/api/user/watchList/export", "/api/user/watchlist/export"], exportEndpoint),
];
