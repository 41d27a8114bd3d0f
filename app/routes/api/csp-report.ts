import { z } from "zod";
import { AppError } from "~/errors/app-error";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { mediaType, parseInput, readJsonBody } from "~/http/request/read-body.server";
import type { CspViolation } from "~/observability/csp-report-log";
import { parseUrl } from "~/parsing/parse-url";

const BODY_LIMITS = { text: 16 * 1024 };
const MAX_REPORTS = 20;
const MAX_LOGGED_CHARACTERS = 200;

const text = z.string().optional();
/** The `application/csp-report` of `report-uri`. */
const legacySchema = z.object({
  "csp-report": z.object({
    "document-uri": text,
    "effective-directive": text,
    "violated-directive": text,
    "blocked-uri": text,
  }),
});
/** The Reporting API: `application/reports+json`. */
const reportsSchema = z
  .array(
    z.object({
      type: z.string(),
      body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text }).nullish(),
    }),
  )
  .max(MAX_REPORTS);

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "public",
      summary: "Report violations of the Content-Security-Policy",
      description:
        "Sent by browsers as `application/csp-report` or `application/reports+json`. Each distinct violation is logged once per hour, without query strings.",
      tags: ["System"],
      rateLimit: "cspReport",
      otherBodies: {
        "application/csp-report": legacySchema,
        "application/reports+json": reportsSchema,
        "application/json": z.union([legacySchema, reportsSchema]),
      },
      responses: { 204: { description: "Received." } },
      async handle({ request, context }) {
        if (!/^application\/(?:json|csp-report|reports\+json)$/.test(mediaType(request)))
          throw new AppError("unsupported-media-type", "body.mediaType");
        const report = await readJsonBody(request, BODY_LIMITS);
        const { logCspViolation } = context.get(servicesContext);
        for (const violation of toViolations(report)) logCspViolation(violation);
        return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
      },
    },
  },
});

export const loader = endpoint;
export const action = endpoint;

function toViolations(report: unknown): CspViolation[] {
  if (Array.isArray(report))
    return parseInput(reportsSchema, report).flatMap(({ type, body }) =>
      type === "csp-violation" && body
        ? [toViolation(body.documentURL, body.effectiveDirective, body.blockedURL)]
        : [],
    );
  const body = parseInput(legacySchema, report)["csp-report"];
  return [
    toViolation(
      body["document-uri"],
      body["effective-directive"] ?? body["violated-directive"],
      body["blocked-uri"],
    ),
  ];
}

function toViolation(page = "", directive = "", blocked = ""): CspViolation {
  return {
    page: shorten(parseUrl(page)?.pathname ?? ""),
    directive: shorten(directive.split(" ")[0] ?? ""),
    blocked: shorten(
      /^[a-z]+:\/\//i.test(blocked) ? (parseUrl(blocked)?.origin ?? blocked) : blocked,
    ),
  };
}

function shorten(value: string): string {
  return value.slice(0, MAX_LOGGED_CHARACTERS);
}
