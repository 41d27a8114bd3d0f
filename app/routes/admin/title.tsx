import { titleToEditPath } from "~/pages/admin/title-path";
import type { ReactNode } from "react";
import { Form, href, Link, redirect } from "react-router";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { FormOutcome } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import { Section } from "~/ui/section";
import { TitleFields } from "~/pages/admin/title-fields";
import { TitleForm } from "~/pages/admin/title-forms";
import { HandMadeParts, TitleDeletion, TitleMerger } from "~/pages/admin/title-sections";
import type { Route } from "./+types/title";
import { z } from "zod";
import { Invalid, NotFound } from "~/errors/app-error";
import type { AuditAction } from "~/features/accounts/audit/audit-actions";
import { recordAudit, type AuditEvent } from "~/features/accounts/audit/audit-log.server";
import { isRecentlyConfirmed } from "~/features/accounts/recent-proof.server";
import { hasRole } from "~/features/accounts/roles/roles";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import { mergeTitles } from "~/features/curation/merge-titles.server";
import { deleteOwnTitle, saveOwnEpisodes, setOwnCover } from "~/features/curation/own-title.server";
import { setTitleWithdrawn } from "~/features/curation/withdraw-title.server";
import { correctTitle } from "~/features/import/corrections/correct-title.server";
import { MAX_UPLOAD_BYTES } from "~/features/uploads/upload-limits";
import { animeIdSchema, isPossibleAnimeId } from "~/features/watch-list/entry-input";
import { moveEntries } from "~/features/watch-list/tracking/move-entries.server";
import { servicesContext } from "~/http/context";
import { readImageField } from "~/http/forms/receive-image.server";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { DEFAULT_BODY_LIMITS } from "~/http/request/read-bytes.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRecentRole, requireRole } from "~/http/session/require-role.server";
import { zodMessage } from "~/i18n/error-message";
import { loadTitle } from "~/pages/admin/load-title.server";
import { readFacts } from "~/pages/admin/title-facts.server";
import type { Transaction } from "~db/client.server";

/** A synopsis has up to 100,000 characters. */
const LIMITS = { ...DEFAULT_BODY_LIMITS, text: 512 * 1024, files: MAX_UPLOAD_BYTES };

const DONE = ["saved", "hidden", "shown", "added", "episodes", "merged"] as const;

const deleteSchema = z.object({
  confirm: z.literal("yes", zodMessage("title.confirmDelete")),
});

const mergeSchema = z.object({
  into: animeIdSchema.refine(isPossibleAnimeId, zodMessage("anime.invalidId")),
  confirmMerge: z.literal("yes", zodMessage("title.confirmMerge")),
});

function readId(text: string): number {
  const id = parseAnimeId(text);
  if (id === null) throw new NotFound("anime.notFound");
  return id;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const session = await requireRole(request, context, "moderator");
  const { db } = context.get(servicesContext);
  const isOwner = hasRole(session.user.role, "owner");
  const done = new URL(request.url).searchParams.get("done");
  return {
    ...(await withPageErrors(context, async () => loadTitle(db, readId(params.id), { isOwner }))),
    isConfirmed: isRecentlyConfirmed(session),
    done: DONE.find((name) => name === done) ?? null,
  };
}

/** Intents that moderators have too. */
const MODERATOR_INTENTS = new Set(["hide", "show"]);

const CONFIRMED_INTENTS = new Set(["delete", "merge"]);

const intentSchema = z.object({ intent: z.string().default("correct") });

/** Corrects, hides, merges or deletes a title; moderators may only hide it. */
export async function action({ request, params, context }: Route.ActionArgs) {
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
  const done = (name: (typeof DONE)[number]) => redirect(`${titleToEditPath(id)}?done=${name}`);
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
        return redirect(href("/admin/titles"));
      case "merge": {
        const { into } = parseInput(mergeSchema, body.value);
        await mergeTitles(db, { from: id, into }, moveEntries, audit("title.merged", { into }));
        return redirect(`${titleToEditPath(into)}?done=merged`);
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

/** Reads the title of an episode from each line, and ignores empty lines at the end. */
function readEpisodes(value: unknown): string[] {
  const { episodes } = parseInput(z.object({ episodes: z.string() }), value);
  return episodes.trimEnd() === "" ? [] : episodes.trimEnd().split(/\r\n|\r|\n/);
}

export const clientAction = formAction<typeof action>();

export default function TitlePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { id, title, withdrawn, isOwner, isConfirmed, fields, byHand, done } = loaderData;
  const failure = actionData?.failure;
  const path = titleToEditPath(id);
  const message = {
    saved: "admin.title.saved",
    hidden: null,
    shown: "admin.title.shown",
    added: "admin.title.added",
    episodes: "admin.title.episodesSaved",
    merged: "admin.title.merged",
  } as const;
  const success = done === null ? null : message[done];
  return (
    <>
      <h1 className="mt-8 text-2xl break-words">{title}</h1>
      <p className="mt-2 flex flex-wrap gap-x-6 text-sm">
        {withdrawn ? null : (
          <TextLink to={href("/anime/:id/:slug?", { id: String(id) })}>
            {t("admin.title.view")}
          </TextLink>
        )}
        <TextLink to={href("/admin/titles")}>{t("admin.titles")}</TextLink>
      </p>
      <div className="mt-4 space-y-4">
        <FormOutcome
          success={success === null ? null : t(success)}
          failure={failure}
          message={failure?.message}
        />
      </div>
      {isOwner ? (
        <Section title={t("admin.title.facts")} className="mt-8">
          <p className="max-w-prose text-sm text-ink-soft">
            {t(byHand === null ? "admin.title.description" : "admin.title.byHand")}
          </p>
          <TitleForm id={id} name={t("admin.title.facts")} className="mt-6">
            <TitleFields fields={fields} failure={failure} />
            <Button type="submit" weight="primary" name="intent" value="correct">
              {t("step.save")}
            </Button>
          </TitleForm>
        </Section>
      ) : null}
      {byHand === null ? null : <HandMadeParts id={id} byHand={byHand} failure={failure} />}
      <Section title={t("admin.title.visibility")}>
        <p className="mb-4 max-w-prose text-sm text-ink-soft">
          {t(withdrawn ? "admin.title.hidden" : "admin.title.hide.description")}
        </p>
        <Form method="post" action={path} aria-label={t("admin.title.visibility")}>
          <Button type="submit" name="intent" value={withdrawn ? "show" : "hide"}>
            {t(withdrawn ? "admin.title.show" : "admin.title.hide")}
          </Button>
        </Form>
      </Section>
      {isOwner ? <TitleMerger id={id} isConfirmed={isConfirmed} failure={failure} /> : null}
      {byHand === null ? null : (
        <TitleDeletion id={id} users={byHand.users} isConfirmed={isConfirmed} failure={failure} />
      )}
    </>
  );
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
    >
      {children}
    </Link>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.title");
}
