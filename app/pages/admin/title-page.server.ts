import { redirect } from "react-router";
import { z } from "zod";
import { Invalid, NotFound } from "~/errors/app-error";
import { isRecentlyConfirmed } from "~/features/accounts/recent-proof.server";
import type { AuditAction } from "~/features/accounts/audit/audit-actions";
import { recordAudit, type AuditEvent } from "~/features/accounts/audit/audit-log.server";
import { hasRole } from "~/features/accounts/roles/roles";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import { mergeTitles } from "~/features/curation/merge-titles.server";
import { moveEntries } from "~/features/watch-list/tracking/move-entries.server";
import { setTitleWithdrawn } from "~/features/curation/withdraw-title.server";
import {
  countUsersOf,
  deleteOwnTitle,
  listOwnEpisodes,
  saveOwnEpisodes,
  setOwnCover,
} from "~/features/curation/own-title.server";
import { CORRECTABLE_FIELDS } from "~/features/import/corrections/correctable-fields";
import { correctTitle, getTitleFacts } from "~/features/import/corrections/correct-title.server";
import { animeIdSchema, isPossibleAnimeId } from "~/features/watch-list/entry-input";
import { MAX_UPLOAD_BYTES } from "~/features/uploads/upload-limits";
import { servicesContext, type RouterContext } from "~/http/context";
import { readImageField } from "~/http/forms/image-form.server";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { DEFAULT_BODY_LIMITS } from "~/http/request/body-limits";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRecentRole, requireRole } from "~/http/session/require-role.server";
import { zodMessage } from "~/i18n/error-message";
import { readFacts, toText } from "./title-form.server";
import type { Transaction } from "~db/client.server";

function readId(text: string): number {
  const id = parseAnimeId(text);
  if (id === null) throw new NotFound("anime.notFound");
  return id;
}

const DONE = ["saved", "hidden", "shown", "added", "episodes", "merged"] as const;

const deleteSchema = z.object({
  confirm: z.literal("yes", zodMessage("title.confirmDelete")),
});

const mergeSchema = z.object({
  into: animeIdSchema.refine(isPossibleAnimeId, zodMessage("anime.invalidId")),
  confirmMerge: z.literal("yes", zodMessage("title.confirmMerge")),
});

/** Reads a title's facts and corrections for moderators. */
export async function loadTitleToEdit(
  request: Request,
  context: RouterContext,
  params: { id: string },
) {
  const session = await requireRole(request, context, "moderator");
  const { db } = context.get(servicesContext);
  return withPageErrors(context, async () => {
    const id = readId(params.id);
    const { facts, imported, withdrawn, isByHand } = await getTitleFacts(db, id);
    const isOwner = hasRole(session.user.role, "owner");
    const done = new URL(request.url).searchParams.get("done");
    return {
      id,
      title: toText(facts.title),
      withdrawn,
      isOwner,
      isConfirmed: isRecentlyConfirmed(session),
      byHand:
        isByHand && isOwner
          ? { episodes: await listOwnEpisodes(db, id), users: await countUsersOf(db, id) }
          : null,
      fields: CORRECTABLE_FIELDS.map((name) => ({
        name,
        text: toText(facts[name]),
        imported: name in imported ? toText(imported[name] ?? null) : null,
      })),
      done: DONE.find((name) => name === done) ?? null,
    };
  });
}

/** Intents that moderators have too. */
const MODERATOR_INTENTS = new Set(["hide", "show"]);

const CONFIRMED_INTENTS = new Set(["delete", "merge"]);

const intentSchema = z.object({ intent: z.string().default("correct") });

/** Corrects, hides, merges or deletes a title; moderators may only hide it. */
export async function changeTitle(
  request: Request,
  context: RouterContext,
  params: { id: string },
) {
  await requireRole(request, context, "moderator");
  const { db } = context.get(servicesContext);
  const id = await withPageErrors(context, () => Promise.resolve(readId(params.id)));
  const body = await withPageErrors(context, () => readBody(request, LIMITS));
  const { intent } = await withPageErrors(context, () =>
    Promise.resolve(parseInput(intentSchema, body.value)),
  );
  const minimumRole = MODERATOR_INTENTS.has(intent) ? "moderator" : "owner";
  const requireActor = CONFIRMED_INTENTS.has(intent) ? requireRecentRole : requireRole;
  const { user } = await requireActor(request, context, minimumRole);
  const actor = { via: "page", userId: user.id } as const;
  const audit =
    (action: AuditAction & `title.${string}`, details: AuditEvent["details"] = {}) =>
    (tx: Transaction) =>
      recordAudit(tx, actor, { action, details: { title: id, ...details } });
  const done = (name: (typeof DONE)[number]) => redirect(`/admin/titles/${id}?done=${name}`);
  const work = async () => {
    switch (intent) {
      case "correct": {
        await correctTitle(db, id, readFacts(body.value), (tx, fields) =>
          audit("title.corrected", { facts: fields.join(", ") })(tx),
        );
        return done("saved");
      }
      case "cover": {
        const form = { request, context, userId: user.id };
        const image = (await readImageField(body, "cover", form)) ?? null;
        await setOwnCover(db, id, image, audit("title.corrected", { facts: "cover" }));
        return done("saved");
      }
      case "episodes":
        await saveOwnEpisodes(db, id, readEpisodes(body.value), audit("title.episodes"));
        return done("episodes");
      case "delete":
        parseInput(deleteSchema, body.value);
        await deleteOwnTitle(db, id, audit("title.deleted"));
        return redirect("/admin/titles");
      case "merge": {
        const { into } = parseInput(mergeSchema, body.value);
        await mergeTitles(db, { from: id, into }, moveEntries, audit("title.merged", { into }));
        return redirect(`/admin/titles/${into}?done=merged`);
      }
      case "hide":
      case "show": {
        const name = intent === "hide" ? "hidden" : "shown";
        await setTitleWithdrawn(db, id, intent === "hide", audit(`title.${name}`));
        return done(name);
      }
      default:
        throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
    }
  };
  return withFormFailure(body, context, work, { "not-found": 404, conflict: 409 });
}

/** A synopsis has up to 100,000 characters. */
const LIMITS = { ...DEFAULT_BODY_LIMITS, text: 512 * 1024, files: MAX_UPLOAD_BYTES };

/** A line is an episode; lines at the end that are empty are none. */
function readEpisodes(value: unknown): string[] {
  const { episodes } = parseInput(z.object({ episodes: z.string() }), value);
  return episodes.trimEnd() === "" ? [] : episodes.trimEnd().split(/\r\n|\r|\n/);
}
